import { expect, test } from 'vitest';
import { minutesAndSeconds } from './time-left.ts';

test('the time left reads as minutes and seconds', () => {
  expect(minutesAndSeconds(252_000)).toBe('4:12');
  expect(minutesAndSeconds(300_000)).toBe('5:00');
  expect(minutesAndSeconds(1)).toBe('0:01');
});
