import type { Schedule } from '@semaforo/contract/api/schedules';
import { scheduleMoment } from './schedule-moment.ts';

/** Days as date inputs give them (2026-11-21), Rome's; empty while not set. */
export type DayRange = { from: string; to: string };

export const NO_RANGE: DayRange = { from: '', to: '' };

/** The schedules to come (soonest first) and those that ended in any way (newest first), of the days of the range; both its days must be set, and count. */
export function listSchedules(
  schedules: readonly Schedule[],
  { from, to }: DayRange,
): { active: Schedule[]; ended: Schedule[] } {
  const applies = from !== '' && to !== '';
  const inRange = schedules
    .filter(({ execute_at }) => {
      const { day } = scheduleMoment(execute_at);
      return !applies || (from <= day && day <= to);
    })
    .sort((a, b) => Date.parse(a.execute_at) - Date.parse(b.execute_at) || a.id - b.id);
  return {
    active: inRange.filter(({ executed }) => !executed),
    ended: inRange.filter(({ executed }) => executed).reverse(),
  };
}
