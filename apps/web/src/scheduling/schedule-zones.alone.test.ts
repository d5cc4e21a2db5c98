import { acceptScheduleTime } from '@semaforo/contract/domain/schedule-rules';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

/** The zones of four browsers, with how far west of UTC they are in July: what tells that the zone is in force. */
const ZONES = [
  ['Europe/Rome', -120],
  ['America/New_York', 240],
  ['Asia/Tokyo', -540],
  ['Pacific/Kiritimati', -840],
] as const;

const MS_PER_MIN = 60_000;
const MS_PER_HOUR = 60 * MS_PER_MIN;
const MS_PER_DAY = 24 * MS_PER_HOUR;
const YEARS = Array.from({ length: 12 }, (_, index) => 2024 + index);
const MINUTES_OF_A_NIGHT = Array.from({ length: 5 * 60 }, (_, minute) => minute);

/** A minute of Rome as people write it; `instants` are those at which it is lived: one, none or two. */
type WallMinute = { day: string; time: string; instants: number[] };

/**
 * The rule, written apart from the time zone data: the clocks change at 01:00 UTC of the last Sunday of March and
 * October.
 */
function lastSunday(year: number, month: number): number {
  const lastDay = new Date(Date.UTC(year, month, 31, 1));
  return lastDay.getTime() - lastDay.getUTCDay() * MS_PER_DAY;
}

/** The minutes from 00:00 to 04:59 of a night whose offset changes from `before` to `after` (hours east of UTC). */
function wallMinutes(change: number, { before, after }: { before: number; after: number }): WallMinute[] {
  const midnight = change - MS_PER_HOUR;
  return MINUTES_OF_A_NIGHT.map((minute) => {
    const wallTime = midnight + minute * MS_PER_MIN;
    const [early, late] = [wallTime - before * MS_PER_HOUR, wallTime - after * MS_PER_HOUR];
    const instants = [...(early < change ? [early] : []), ...(late >= change ? [late] : [])];
    const [day = '', time = ''] = new Date(wallTime).toISOString().slice(0, 16).split('T');
    return { day, time, instants };
  });
}

const WALL_MINUTES = YEARS.flatMap((year) => [
  ...wallMinutes(lastSunday(year, 2), { before: 1, after: 2 }),
  ...wallMinutes(lastSunday(year, 9), { before: 2, after: 1 }),
]);

test('in twelve years twelve hours of the night are skipped and twelve are repeated', () => {
  const replayedTimes = (times: number) => WALL_MINUTES.filter(({ instants }) => instants.length === times);
  expect([0, 1, 2].map((times) => replayedTimes(times).length)).toEqual([720, 5760, 720]);
});

describe.each(ZONES)('in a browser in %s', (zone, minutesWest) => {
  let moment: typeof import('./schedule-moment.ts');

  beforeEach(async () => {
    vi.stubEnv('TZ', zone);
    vi.resetModules();
    moment = await import('./schedule-moment.ts');
    expect(new Date(Date.UTC(2026, 6, 1)).getTimezoneOffset()).toBe(minutesWest);
  });
  afterEach(() => vi.unstubAllEnvs());

  test('every minute of the nights of twelve years is planned and shown exactly, or refused', () => {
    const wrong = WALL_MINUTES.filter(({ day, time, instants: [instant, second] }) => {
      const answer = acceptScheduleTime(moment.writtenMoment(day, time), Date.parse(day) - MS_PER_DAY);
      if (!answer.accepted) {
        return answer.reason !== (instant === undefined ? 'nonexistent' : second && 'ambiguous');
      }
      return answer.executeAt !== instant || second !== undefined || !isShownAs(instant, day, time);
    });
    expect(wrong).toEqual([]);
  });

  test('every minute of a repeated hour is shown with its own offset', () => {
    const wrong = WALL_MINUTES.filter(
      ({ day, time, instants: [summer = 0, winter] }) =>
        winter !== undefined &&
        !(isShownAs(summer, day, `${time} (UTC+2)`) && isShownAs(winter, day, `${time} (UTC+1)`)),
    );
    expect(wrong).toEqual([]);
  });

  function isShownAs(instant: number, day: string, time: string): boolean {
    const shown = moment.scheduleMoment(new Date(instant).toISOString());
    return shown.day === day && shown.time === time;
  }
});
