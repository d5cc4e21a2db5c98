import { expect, test } from 'vitest';
import { formatNames, formatTime } from './alert-words.ts';

test('a long list of names ends with how many others there are', () => {
  expect(formatNames(['a'])).toBe('a');
  expect(formatNames(['a', 'b', 'c', 'd'], 3)).toBe('a, b, c, d');
  expect(formatNames(['a', 'b', 'c', 'd', 'e'], 3)).toBe('a, b, c e altri 2');
  const thousand = Array.from({ length: 2003 }, (_, index) => `s${index}`);
  expect(formatNames(thousand, 3)).toBe('s0, s1, s2 e altri 2.000');
});

test('a time is written in the time zone of Rome', () => {
  expect(formatTime(Date.parse('2026-11-21T13:32:00Z'))).toBe('14:32 del 21/11/2026');
  expect(formatTime(Date.parse('2026-07-01T22:05:00Z'))).toBe('00:05 del 02/07/2026');
});
