import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acceptScheduleTime, SCHEDULE_MAX_AHEAD_MS } from './schedule-rules.ts';

const NOW = Date.UTC(2026, 10, 20, 14, 0);

test('a schedule may be at most a year and a day ahead', () => {
  expect(SCHEDULE_MAX_AHEAD_MS).toBe(366 * 24 * 60 * 60 * 1000);
});

test.each([
  ['not-future', 0],
  ['not-future', -1],
  ['too-far', SCHEDULE_MAX_AHEAD_MS + 1],
])('an instant is refused as %s when it lies %d ms after now', (reason, ahead) => {
  const datetime = new Date(NOW + ahead).toISOString();
  expect(acceptScheduleTime(datetime, NOW)).toEqual({ accepted: false, reason });
});

test('every instant from the next millisecond up to the bound is accepted as it is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: SCHEDULE_MAX_AHEAD_MS }), (ahead) => {
      expect(acceptScheduleTime(new Date(NOW + ahead).toISOString(), NOW)).toEqual({
        accepted: true,
        executeAt: NOW + ahead,
      });
    }),
    { examples: [[1], [SCHEDULE_MAX_AHEAD_MS]] },
  );
});

describe('a time without offset', () => {
  test.each([
    ['2026-11-20T15:01', Date.UTC(2026, 10, 20, 14, 1)],
    ['2027-07-01T15:01', Date.UTC(2027, 6, 1, 13, 1)],
  ])('is of Rome: %s', (datetime, executeAt) => {
    expect(acceptScheduleTime(datetime, NOW)).toEqual({ accepted: true, executeAt });
  });

  test.each([
    ['2026-11-20T15:00', 'not-future'],
    ['2027-03-28T02:30', 'nonexistent'],
    ['2027-10-31T02:30', 'ambiguous'],
    ['domani', 'malformed'],
  ])('is refused when it is %s: %s', (datetime, reason) => {
    expect(acceptScheduleTime(datetime, NOW)).toEqual({ accepted: false, reason });
  });
});
