import type { PlannedDay } from '@semaforo/contract/api/plans';
import type { Schedule } from '@semaforo/contract/api/schedules';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { groupBy } from '@semaforo/contract/domain/group-by';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { formatTimes } from './describe-plan.ts';

/** `times`: 'HH:MM' or 'HH:MM – HH:MM' of Rome. */
export type DayEntry = { key: string; at: string; times: string; color: DeviceStatus; recurs: boolean };

/** What is still ahead by its day of Rome (`2026-11-22`), each day in the order of its times. */
export function entriesByDay(
  schedules: readonly Schedule[],
  planned: readonly PlannedDay[],
): ReadonlyMap<string, readonly DayEntry[]> {
  const once = schedules
    .filter(({ executed }) => !executed)
    .map(({ id, color, execute_at: at }) => {
      const { date, time } = romeWallTime(Date.parse(at));
      return { key: `schedule ${id}`, day: date, at, times: time.slice(0, 5), color, recurs: false };
    });
  const recurring = planned.map(({ plan, color, day, begin, end }) => {
    const { times } = formatTimes({ day, begin, end });
    return { key: `plan ${plan}`, day, at: begin, times, color, recurs: true };
  });
  const inOrder = [...once, ...recurring].sort((a, b) => a.at.localeCompare(b.at));
  return groupBy(inOrder, ({ day }) => day);
}

/** Days that follow each other in weeks from Monday; null for those before the first and after the last. */
export function weeksOf(days: readonly string[]): (string | null)[][] {
  const first = (new Date(`${days[0]}T12:00:00Z`).getUTCDay() + 6) % 7;
  const count = Math.ceil((first + days.length) / 7);
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => days[week * 7 + weekday - first] ?? null),
  );
}
