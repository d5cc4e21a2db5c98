import { LOCALE } from '@semaforo/contract/domain/rome-time';
import { formatDateTime } from '../../platform/date-format.ts';

/** What stands for a value that is not known. */
const EMPTY = '-';
const S_PER_MIN = 60;
const S_PER_HOUR = 3_600;
const S_PER_DAY = 86_400;

const decimal = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 });

/** A measure with its unit: '21,5 °C'. */
export function formatMeasure(value: number | null, unit: string): string {
  return value === null ? EMPTY : `${decimal.format(value)} ${unit}`;
}

/** An uptime in seconds as days, hours, minutes and seconds, from the first that is not zero: '3 g 4 h 0 min 12 s'. */
export function formatUptime(uptimeS: number | null): string {
  if (uptimeS === null) return EMPTY;
  const seconds = Math.max(0, Math.floor(uptimeS));
  const parts = [
    { amount: Math.floor(seconds / S_PER_DAY), unit: 'g' },
    { amount: Math.floor(seconds / S_PER_HOUR) % 24, unit: 'h' },
    { amount: Math.floor(seconds / S_PER_MIN) % 60, unit: 'min' },
    { amount: seconds % 60, unit: 's' },
  ];
  const first = parts.findIndex(({ amount }) => amount > 0);
  const shown = parts.slice(first === -1 ? -1 : first);
  return shown.map(({ amount, unit }) => `${amount} ${unit}`).join(' ');
}

/** An instant (ISO) as Rome's date and time. */
export function formatInstant(instant: string | null): string {
  return instant === null ? EMPTY : formatDateTime(instant);
}
