import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  daysBetween,
  daysOfMonth,
  parseWrittenTime,
  recurringInstant,
  romeDay,
  romeDays,
  romeWallTime,
} from './rome-time.ts';

test('a month has its days, February of a leap year 29', () => {
  expect(['2026-02', '2028-02', '2026-11', '2026-12'].map((month) => daysOfMonth(month).at(-1))).toEqual([
    ...['2026-02-28', '2028-02-29', '2026-11-30', '2026-12-31'],
  ]);
});

const MS_PER_MIN = 60_000;
const MS_PER_HOUR = 60 * MS_PER_MIN;

/** The rule without time zone data: the clocks change at 01:00 UTC on the last Sunday of the month. */
function changeOfClocks(year: number, month: 'March' | 'October'): number {
  const lastDay = new Date(Date.UTC(year, month === 'March' ? 2 : 9, 31, 1));
  return lastDay.getTime() - lastDay.getUTCDay() * 24 * MS_PER_HOUR;
}

function written(wallAsUtc: number): string {
  return new Date(wallAsUtc).toISOString().slice(0, 16);
}

const MINUTES_OF_A_NIGHT = Array.from({ length: 5 * 60 }, (_, minute) => minute);
const YEARS = Array.from({ length: 12 }, (_, index) => 2024 + index);

/** The minutes from 00:00 to 04:59 of the night as clocks show them, each read as UTC. */
function wallMinutes(change: number): number[] {
  const midnight = change - MS_PER_HOUR;
  return MINUTES_OF_A_NIGHT.map((minute) => midnight + minute * MS_PER_MIN);
}

const hourOf = (wallTime: number) => new Date(wallTime).getUTCHours();

function expectRoundTrip(text: string, instant: number): void {
  expect(parseWrittenTime(text), text).toEqual({ kind: 'instant', instant });
  const { date, time } = romeWallTime(instant);
  expect(`${date}T${time}`).toBe(`${text.slice(0, 16)}:00`);
}

describe.each(YEARS)('in %d', (year) => {
  test('every minute of the night that loses an hour is one instant, or refused between 02:00 and 02:59', () => {
    for (const wallTime of wallMinutes(changeOfClocks(year, 'March'))) {
      if (hourOf(wallTime) === 2)
        expect(parseWrittenTime(written(wallTime))).toEqual({ kind: 'nonexistent' });
      else expectRoundTrip(written(wallTime), wallTime - (hourOf(wallTime) < 2 ? 1 : 2) * MS_PER_HOUR);
    }
  });

  test('every minute of the night that gains an hour is one instant, or refused between 02:00 and 02:59', () => {
    for (const wallTime of wallMinutes(changeOfClocks(year, 'October'))) {
      if (hourOf(wallTime) === 2) expect(parseWrittenTime(written(wallTime))).toEqual({ kind: 'ambiguous' });
      else expectRoundTrip(written(wallTime), wallTime - (hourOf(wallTime) < 2 ? 2 : 1) * MS_PER_HOUR);
    }
  });

  test('both instants of every minute that is written twice can be named with their offset', () => {
    for (const wallTime of wallMinutes(changeOfClocks(year, 'October')).filter(
      (each) => hourOf(each) === 2,
    )) {
      expectRoundTrip(`${written(wallTime)}+02:00`, wallTime - 2 * MS_PER_HOUR);
      expectRoundTrip(`${written(wallTime)}+01:00`, wallTime - MS_PER_HOUR);
    }
  });
});

test('a time that recurs exists once on every day: skipped it is an hour later, repeated it is the first', () => {
  const iso = (day: string, time: string) => {
    const { at, moved } = recurringInstant(day, time);
    return [new Date(at).toISOString(), moved];
  };
  expect(iso('2026-11-22', '18:30')).toEqual(['2026-11-22T17:30:00.000Z', false]);
  expect(iso('2027-03-28', '02:30')).toEqual(['2027-03-28T01:30:00.000Z', true]);
  expect(romeWallTime(Date.parse('2027-03-28T01:30:00Z')).time).toBe('03:30:00');
  expect(iso('2026-10-25', '02:30')).toEqual(['2026-10-25T00:30:00.000Z', false]);
});

test.each([
  ['2026-11-20T14:05:09Z', Date.UTC(2026, 10, 20, 14, 5, 9)],
  ['2026-11-20T14:05:09.5Z', Date.UTC(2026, 10, 20, 14, 5, 9, 500)],
  ['2026-11-20T14:05:09.123456Z', Date.UTC(2026, 10, 20, 14, 5, 9, 123)],
  ['2026-11-20T14:05Z', Date.UTC(2026, 10, 20, 14, 5)],
  ['2026-11-20T14:05:09+01:00', Date.UTC(2026, 10, 20, 13, 5, 9)],
  ['2026-11-20T14:05:09-05:30', Date.UTC(2026, 10, 20, 19, 35, 9)],
  ['2026-11-20T14:05:09-00:00', Date.UTC(2026, 10, 20, 14, 5, 9)],
  ['2026-11-20T23:59:59+14:00', Date.UTC(2026, 10, 20, 9, 59, 59)],
  ['2026-11-20T14:05:09+01', Date.UTC(2026, 10, 20, 13, 5, 9)],
  ['2026-11-20T14:05:09-0530', Date.UTC(2026, 10, 20, 19, 35, 9)],
  ['2026-11-20T12:00+23:59', Date.UTC(2026, 10, 19, 12, 1)],
  ['2026-11-20t14:05:09,5z', Date.UTC(2026, 10, 20, 14, 5, 9, 500)],
  ['2028-02-29T12:00', Date.UTC(2028, 1, 29, 11)],
  ['2026-07-01T12:00:30', Date.UTC(2026, 6, 1, 10, 0, 30)],
])('%s names one instant', (text, instant) => {
  expect(parseWrittenTime(text)).toEqual({ kind: 'instant', instant });
});

test.each([
  '',
  'domani',
  '2026-11-20',
  '14:05',
  '2026-11-20 14:05',
  '2026-02-30T12:00',
  '2027-02-29T12:00',
  '2026-13-01T12:00',
  '2026-00-10T12:00',
  '2026-11-31T12:00:00Z',
  '2026-11-20T24:00',
  '2026-11-20T12:60',
  '2026-11-20T12:00:60Z',
  '2026-11-20T12:00+24:00',
  '2026-11-20T12:00+01:60',
  '2026-11-20T12:00+1:00',
  '2026-11-20T12:00+010',
  '2026-11-20T12:00+01:0',
  '20261120T1200Z',
  '+02026-11-20T12:00Z',
  ' 2026-11-20T12:00Z',
  '2026-11-20T12:00Z\n',
  '1763647200000',
  'foo 1',
])('%j is malformed', (text) => {
  expect(parseWrittenTime(text)).toEqual({ kind: 'malformed' });
});

test('an instant reads as Rome’s winter or summer time', () => {
  expect(romeWallTime(Date.UTC(2026, 10, 20, 23, 5, 9))).toEqual({ date: '2026-11-21', time: '00:05:09' });
  expect(romeWallTime(Date.UTC(2026, 6, 1, 22, 0, 0))).toEqual({ date: '2026-07-02', time: '00:00:00' });
});

test('a wall time that occurs once in Rome gives back its instant', () => {
  const second = fc.integer({ min: Date.UTC(2020, 0, 1) / 1000, max: Date.UTC(2040, 0, 1) / 1000 });
  fc.assert(
    fc.property(second, (seconds) => {
      const { date, time } = romeWallTime(seconds * 1000);
      const parsed = parseWrittenTime(`${date}T${time}`);
      if (parsed.kind === 'ambiguous') return time.startsWith('02:');
      return parsed.kind === 'instant' && parsed.instant === seconds * 1000;
    }),
    { numRuns: 500 },
  );
});

test('a time written with an offset gives back its instant, whatever the offset', () => {
  const instant = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) });
  const offset = fc.integer({ min: -14 * 60, max: 14 * 60 });
  fc.assert(
    fc.property(instant, offset, (time, minutes) => {
      const wallTime = new Date(time + minutes * MS_PER_MIN).toISOString().slice(0, -1);
      const size = Math.abs(minutes);
      const [hh, mm] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'));
      const parsed = parseWrittenTime(`${wallTime}${minutes < 0 ? '-' : '+'}${hh}:${mm}`);
      expect(parsed).toEqual({ kind: 'instant', instant: time });
    }),
  );
});

test.each([
  ['2026-11-22', '2026-11-21T23:00:00.000Z', 24],
  ['2026-03-29', '2026-03-28T23:00:00.000Z', 23],
  ['2026-10-25', '2026-10-24T22:00:00.000Z', 25],
  ['2026-12-31', '2026-12-30T23:00:00.000Z', 24],
])('the day %s begins at %s and has %i hours', (day, from, hours) => {
  const { from: begins, to } = romeDay(day);
  expect([new Date(begins).toISOString(), (to - begins) / 3_600_000]).toEqual([from, hours]);
});

test('the days between two instants are those of Rome, each once, over a change of the clocks too', () => {
  expect(romeDays(Date.UTC(2026, 2, 28, 22, 30), Date.UTC(2026, 2, 29, 22, 30))).toEqual([
    '2026-03-28',
    '2026-03-29',
    '2026-03-30',
  ]);
  expect(romeDays(Date.UTC(2026, 9, 24, 22), Date.UTC(2026, 9, 25, 22, 59))).toEqual(['2026-10-25']);
  expect(romeDays(Date.UTC(2099, 11, 31, 22), Date.UTC(2100, 0, 1, 12))).toEqual([
    '2099-12-31',
    '2100-01-01',
  ]);
  expect(romeDays(1, 0)).toEqual(['1970-01-01']);
  expect(romeDays(86_400_000 * 2, 0)).toEqual([]);
  expect(addDays('2026-02-27', 2)).toBe('2026-03-01');
  expect(daysBetween('2026-02-27', '2026-03-01')).toBe(2);
});
