import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { formatDateTime } from '../platform/date-format.ts';

const DATE_LENGTH = 'dd/mm/yyyy'.length;
const HOUR_LENGTH = 'hh:mm'.length;

/**
 * 'Chiesto rosso alle 20:33, mostra verde e arancio', with the date when it was not today; undefined when nothing was
 * asked. `words`: what is shown, every lit lamp by name. `now` is the server's time in epoch ms.
 */
export function describeOutOfSync(
  { desired, words }: { desired: DeviceStatusRecord['desired']; words: string | null },
  now: number,
): string | undefined {
  if (desired === null || words === null) return undefined;
  const then = romeWallTime(Date.parse(desired.since));
  const isToday = then.date === romeWallTime(now).date;
  const day = isToday ? '' : ` il ${formatDateTime(desired.since).slice(0, DATE_LENGTH)}`;
  return `Chiesto ${desired.value}${day} alle ${then.time.slice(0, HOUR_LENGTH)}, mostra ${words}`;
}
