import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextDays, placesOf, timesBetween } from './plan-times.ts';
import type { PlannedCommand } from './stored-plan.ts';

const HOUR_MS = 3_600_000;
const ROME = { latitude: 41.9, longitude: 12.5 };

const plan = (
  more: Partial<PlannedCommand & { activeFrom: number }>,
): PlannedCommand & { activeFrom: number } => ({
  color: 'giallo',
  deviceType: 'semaforo',
  whom: { kind: 'tutti', groupId: null, group: null },
  repeat: 'giorno',
  every: 1,
  days: [],
  dates: [],
  startsOn: '2026-01-01',
  endsOn: null,
  exceptions: [],
  begin: '18:30',
  end: null,
  activeFrom: 0,
  ...more,
});
const days = (requested: PlannedCommand, after: string, count = 10) =>
  nextDays(requested, [ROME], { after: Date.parse(after), count });
const wallTime = (at: number) => `${romeWallTime(at).date} ${romeWallTime(at).time.slice(0, 5)}`;
const begins = (requested: PlannedCommand, after: string, count?: number) =>
  days(requested, after, count).map(({ begin }) => wallTime(begin));

describe('the next times of a plan', () => {
  test('of every day, from now on, at the same time of Rome across both changes of the clock', () => {
    expect(begins(plan({}), '2026-10-23T16:30:00Z', 3)).toEqual([
      '2026-10-24 18:30',
      '2026-10-25 18:30',
      '2026-10-26 18:30',
    ]);
    expect(begins(plan({ begin: '00:15' }), '2027-03-26T23:14:59Z', 3)).toEqual([
      '2027-03-27 00:15',
      '2027-03-28 00:15',
      '2027-03-29 00:15',
    ]);
  });

  test('a time that the clock skips is an hour later, and said so; one that it repeats is done once', () => {
    expect(days(plan({ begin: '02:30' }), '2027-03-27T12:00:00Z', 2)).toEqual([
      { day: '2027-03-28', begin: Date.parse('2027-03-28T01:30:00Z'), end: null, moved: true },
      { day: '2027-03-29', begin: Date.parse('2027-03-29T00:30:00Z'), end: null, moved: false },
    ]);
    expect(begins(plan({ begin: '02:30' }), '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25 02:30',
      '2026-10-26 02:30',
    ]);
  });

  test('of some days of every second week, counted from the week in which it starts', () => {
    const requested = plan({ repeat: 'settimana', every: 2, days: ['dom', 'ven'], startsOn: '2026-11-25' });
    expect(begins(requested, '2026-11-22T10:00:00Z', 4)).toEqual([
      '2026-11-27 18:30',
      '2026-11-29 18:30',
      '2026-12-11 18:30',
      '2026-12-13 18:30',
    ]);
  });

  test('of dates, without exceptions, to the end', () => {
    const dates = ['2027-01-06', '2026-12-08', '2026-12-25', '2027-06-02'];
    const requested = plan({ repeat: 'date', dates, exceptions: ['2026-12-25'], endsOn: '2027-01-31' });
    expect(begins(requested, '2026-11-22T10:00:00Z')).toEqual(['2026-12-08 18:30', '2027-01-06 18:30']);
    expect(begins(plan({ endsOn: '2026-11-21' }), '2026-11-22T10:00:00Z')).toEqual([]);
  });

  test('of every 52 weeks, ten times, and of every day beyond a year of exceptions', () => {
    const rare = plan({ repeat: 'settimana', every: 52, days: ['dom'], startsOn: '2026-11-22' });
    expect(days(rare, '2026-11-22T00:00:00Z').map(({ day }) => day.slice(0, 4))).toHaveLength(10);
    const exceptions = Array.from({ length: 366 }, (_, index) =>
      new Date(Date.UTC(2026, 10, 22 + index, 12)).toISOString().slice(0, 10),
    );
    expect(begins(plan({ exceptions }), '2026-11-22T00:00:00Z', 1)).toEqual(['2027-11-23 18:30']);
  });

  test('from sunset to sunrise of the next day, where the devices stand', () => {
    const lanterns = { color: 'acceso', deviceType: 'lanterna', begin: 'tramonto', end: 'alba' } as const;
    const [first] = days(plan(lanterns), '2026-11-22T10:00:00Z');
    // Almanac for Rome: sunset 16:43, sunrise 07:08.
    const nearTo = (at: number | null | undefined, expected: string) =>
      expect(Math.abs((at ?? 0) - Date.parse(expected))).toBeLessThan(2 * 60_000);
    nearTo(first?.begin, '2026-11-22T15:43:00Z');
    nearTo(first?.end, '2026-11-23T06:08:00Z');
    const [early] = days(plan({ ...lanterns, begin: 'tramonto-30' }), '2026-11-22T10:00:00Z');
    expect((first?.begin ?? 0) - (early?.begin ?? 0)).toBe(30 * 60_000);
    expect(nextDays(plan(lanterns), [], { after: 0, count: 1 })).toEqual([]);
  });

  test('no day is left out or doubled, and none begins in the past, whatever the rule and the year', () => {
    const anyTime = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2032, 0) }),
        anyTime,
        fc.integer({ min: 1, max: 9 }),
        (after, [hour, minute], every) => {
          const begin = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
          const found = nextDays(plan({ begin, every }), [], { after, count: 8 });
          expect(found).toHaveLength(8);
          found.reduce((before, one) => {
            expect(one.begin).toBeGreaterThan(before);
            return one.begin;
          }, after);
          for (const { day, begin: at, moved } of found) {
            const daysSince = (Date.parse(day) - Date.parse('2026-01-01')) / (24 * HOUR_MS);
            expect(daysSince % every).toBe(0);
            expect(wallTime(at - (moved ? HOUR_MS : 0)).slice(0, 10)).toBe(day);
            if (!moved) expect(wallTime(at)).toBe(`${day} ${begin}`);
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('the times to appoint', () => {
  const until = (requested: PlannedCommand & { activeFrom: number }, after: string, hours: number) =>
    timesBetween(requested, [ROME], { after: Date.parse(after), until: Date.parse(after) + hours * HOUR_MS });

  test('windows that follow each other have each time once, at whatever hour they meet', () => {
    const requested = plan({ color: 'acceso', deviceType: 'lanterna', begin: '22:15', end: '01:45' });
    const start = Date.parse('2026-10-20T00:00:00Z');
    const whole = timesBetween(requested, [], { after: start, until: start + 240 * HOUR_MS });
    expect(whole.filter(({ step }) => step === 'inizio')).toHaveLength(10);
    expect(whole.filter(({ step }) => step === 'fine')).toHaveLength(9);
    for (const hours of [1, 5, 24, 36]) {
      const parts = Array.from(
        { length: Math.ceil(240 / hours) },
        (_, index) => start + index * hours * HOUR_MS,
      );
      const joined = parts.flatMap((after) =>
        timesBetween(requested, [], {
          after,
          until: Math.min(after + hours * HOUR_MS, start + 240 * HOUR_MS),
        }),
      );
      expect(joined).toEqual(whole);
    }
  });

  test('the end of a day that began before the plan was made is none of its times', () => {
    const requested = plan({ begin: '20:00', end: '23:00', activeFrom: Date.parse('2026-11-22T21:00:00Z') });
    expect(until(requested, '2026-11-22T21:00:00Z', 30).map(({ day, step }) => `${day} ${step}`)).toEqual([
      '2026-11-23 inizio',
      '2026-11-23 fine',
    ]);
  });

  test('at sunset there is one for each minute of its devices', () => {
    const devices = [
      { latitude: 45.07, longitude: 7.69 },
      { latitude: 45.08, longitude: 7.68 },
      { latitude: 40.64, longitude: 17.94 },
      { latitude: null, longitude: null },
    ];
    const requested = plan({ color: 'acceso', deviceType: 'lanterna', begin: 'tramonto' });
    const after = Date.parse('2026-11-22T10:00:00Z');
    const times = timesBetween(requested, placesOf(devices), { after, until: after + 12 * HOUR_MS });
    expect(times.length).toBeGreaterThanOrEqual(2);
    expect(times.length).toBeLessThanOrEqual(3);
    // Brindisi lies ten degrees east of Turin.
    expect((times.at(-1)?.at ?? 0) - (times[0]?.at ?? 0)).toBeGreaterThan(20 * 60_000);
  });
});
