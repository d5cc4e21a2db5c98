import { expect, test } from 'vitest';
import { scheduleMoment } from './schedule-moment.ts';

test('a schedule is read in Rome’s day and time', () => {
  expect(scheduleMoment('2026-11-20T23:30:00.000Z')).toEqual({
    day: '2026-11-21',
    date: '21/11/2026',
    time: '00:30',
  });
});

test('a time in the repeated hour shows its offset', () => {
  expect(scheduleMoment('2026-10-25T00:30:00.000Z').time).toBe('02:30 (UTC+2)');
  expect(scheduleMoment('2026-10-25T01:30:00.000Z').time).toBe('02:30 (UTC+1)');
  expect(scheduleMoment('2026-10-25T02:30:00.000Z').time).toBe('03:30');
});
