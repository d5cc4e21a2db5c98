import { expect, test } from 'vitest';
import { lastWeekly } from './duty-tests.ts';

const TUESDAY_AT_TEN = { weekday: 2, time: '10:00' };

test.each([
  ['the moment itself', '2026-12-01T09:00:00Z', '2026-12-01T09:00:00Z'],
  ['a second before it', '2026-12-01T08:59:59Z', '2026-11-24T09:00:00Z'],
  ['a Monday', '2026-11-30T12:00:00Z', '2026-11-24T09:00:00Z'],
  ['a Sunday night that is Monday in Rome', '2026-11-29T23:30:00Z', '2026-11-24T09:00:00Z'],
  ['the week in which summer time ends', '2026-10-27T08:59:59Z', '2026-10-20T08:00:00Z'],
])('the last weekly time before %s is found', (_when, now, expected) => {
  expect(new Date(lastWeekly(TUESDAY_AT_TEN, Date.parse(now))).toISOString()).toBe(
    new Date(expected).toISOString(),
  );
});
