import { formatUptime as formatSeconds } from '@semaforo/contract/domain/italian';
import { LOCALE } from '@semaforo/contract/domain/rome-time';
import { formatDateTime } from '../../platform/date-format.ts';

/** Shown for an unknown value. */
const EMPTY = '-';

const decimal = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A measure with its unit: '21,5 °C'. */
export function formatMeasure(value: number | null, unit: string): string {
  return value === null ? EMPTY : `${decimal.format(value)} ${unit}`;
}

/** An uptime in seconds with all its units: '3 g 4 h 0 min 12 s'. */
export function formatUptime(uptimeS: number | null): string {
  return uptimeS === null ? EMPTY : formatSeconds(uptimeS);
}

/** An instant (ISO) as Rome's date and time. */
export function formatInstant(instant: string | null): string {
  return instant === null ? EMPTY : formatDateTime(instant);
}
