import { expect, test } from 'vitest';
import { ageInWords } from './age-in-words.ts';

test.each([
  [9_400, '9 s fa'],
  [-3_000, '0 s fa'],
  [12 * 60_000 + 59_000, '12 min fa'],
  [94 * 60_000, '1 h 34 min fa'],
  [120 * 60_000, '2 h fa'],
  [50 * 3_600_000, '2 g fa'],
])('an age of %i ms reads "%s"', (ageMs, words) => {
  expect(ageInWords(ageMs)).toBe(words);
});
