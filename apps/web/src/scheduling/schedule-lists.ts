import type { Schedule } from '@semaforo/contract/api/schedules';
import { scheduleMoment } from './schedule-moment.ts';

/** Days of Rome as date inputs give them (2026-11-21); empty while not set. */
export type DayRange = { from: string; to: string };

export const NO_RANGE: DayRange = { from: '', to: '' };

/**
 * The active schedules (soonest first) and the ended ones (newest first) within the range. The range applies when both
 * its days are set.
 */
export function listSchedules(
  schedules: readonly Schedule[],
  { from, to }: DayRange,
): { active: Schedule[]; ended: Schedule[]; hidden: number } {
  const applies = from !== '' && to !== '';
  const inRange = schedules
    .filter(({ execute_at }) => {
      const { day } = scheduleMoment(execute_at);
      return !applies || (from <= day && day <= to);
    })
    .sort((a, b) => Date.parse(a.execute_at) - Date.parse(b.execute_at) || a.id - b.id);
  return {
    hidden: schedules.length - inRange.length,
    active: inRange.filter(({ executed }) => !executed),
    ended: inRange.filter(({ executed }) => executed).reverse(),
  };
}
