import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { formatDateTime } from '../platform/date-format.ts';

const DATE_LENGTH = 'dd/mm/yyyy'.length;
const HOUR_LENGTH = 'hh:mm'.length;

/**
 * 'Mostra verde e arancio invece di rosso, chiesto alle 20:33', with the date when it was not today; undefined when
 * nothing is desired. `words`: what is shown, every lit lamp by name. `now` is the server's time in epoch ms.
 */
export function describeOutOfSync(
  { desired, words }: { desired: DeviceStatusRecord['desired']; words: string | null },
  now: number,
): string | undefined {
  if (desired === null || words === null) return undefined;
  const then = romeWallTime(Date.parse(desired.since));
  const isToday = then.date === romeWallTime(now).date;
  const day = isToday ? '' : ` il ${formatDateTime(desired.since).slice(0, DATE_LENGTH)}`;
  return `Mostra ${words} invece di ${desired.value}, chiesto${day} alle ${then.time.slice(0, HOUR_LENGTH)}`;
}
