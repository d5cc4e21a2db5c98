import type { DaySheet } from '@semaforo/contract/api/day-sheet';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';

const HOUR_MS = 3_600_000;
const LONGEST_DAY_MS = 25 * HOUR_MS;

/**
 * An instant as a sheet writes it: Rome's time, with the date when it is another day's ('24/10 23:59:58'), and on the
 * day with an hour twice which of them it is ('02:30:00 ora solare').
 */
export function sheetTime(
  iso: string,
  { date: sheetDate, from, to }: Pick<DaySheet, 'date' | 'from' | 'to'>,
) {
  const instant = Date.parse(iso);
  const { date, time } = romeWallTime(instant);
  if (date !== sheetDate) {
    const [, month, day] = date.split('-');
    return `${day}/${month} ${time}`;
  }
  const isTwice = Date.parse(to) - Date.parse(from) === LONGEST_DAY_MS && time.startsWith('02:');
  if (!isTwice) return time;
  const isSummer = Date.parse(`${date}T${time}Z`) - instant > 1.5 * HOUR_MS;
  return `${time} ora ${isSummer ? 'legale' : 'solare'}`;
}
