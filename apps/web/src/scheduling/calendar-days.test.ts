import { daysOfMonth } from '@semaforo/contract/domain/rome-time';
import { expect, test } from 'vitest';
import { weeksOf } from './calendar-days.ts';

test('a month that begins on Sunday has one day in its first week, February 2027 four whole weeks', () => {
  const november = weeksOf(daysOfMonth('2026-11'));
  expect(november[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
  expect(november.at(-1)).toEqual(['2026-11-30', null, null, null, null, null, null]);
  const february = weeksOf(daysOfMonth('2027-02'));
  expect(february).toHaveLength(4);
  expect(february.flat()).not.toContain(null);
});
