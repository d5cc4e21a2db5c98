import { expect, test } from 'vitest';
import {
  counted,
  formatAge,
  formatDuration,
  formatOthers,
  formatSeconds,
  formatUptime,
  formFor,
  shortDuration,
} from './italian.ts';

const MIN = 60_000;
const HOUR = 60 * MIN;

test.each([
  [0, '0 semafori'],
  [1, '1 semaforo'],
  [2, '2 semafori'],
  [1_000, '1.000 semafori'],
])('%i signals read "%s"', (count, words) => {
  expect(counted(count, ['semaforo', 'semafori'])).toBe(words);
});

test('a word beside its number takes the number’s form', () => {
  expect(formFor(1, ['spento', 'spenti'])).toBe('spento');
  expect(formFor(3, ['spento', 'spenti'])).toBe('spenti');
});

test.each([
  [1, 'masculine', 'un altro'],
  [997, 'masculine', 'altri 997'],
  [1, 'feminine', "un'altra"],
  [1_200, 'feminine', 'altre 1.200'],
] as const)('%i unnamed ones, %s, read "%s"', (count, gender, words) => {
  expect(formatOthers(count, gender)).toBe(words);
});

test.each([
  [300, '1 secondo'],
  [45_000, '45 secondi'],
  [62_000, '1 minuto e 2 secondi'],
  [3 * MIN, '3 minuti'],
  [95 * MIN, '1 ora e 35 minuti'],
  [HOUR + 5_000, '1 ora'],
  [50 * HOUR, '2 giorni e 2 ore'],
])('a duration of %i ms reads "%s" in words', (ms, words) => {
  expect(formatDuration(ms)).toBe(words);
});

test.each([
  [0, '0 s'],
  [9_400, '9 s'],
  [12 * MIN + 59_000, '12 min'],
  [94 * MIN, '1 h 34 min'],
  [120 * MIN, '2 h'],
  [50 * HOUR, '2 g 2 h'],
])('a duration of %i ms reads "%s" in a narrow place', (ms, words) => {
  expect(shortDuration(ms)).toBe(words);
});

test.each([
  [9_400, '9 s fa'],
  [-3_000, '0 s fa'],
  [12 * MIN + 59_000, '12 min fa'],
  [94 * MIN, '1 h 34 min fa'],
  [120 * MIN, '2 h fa'],
  [50 * HOUR, '2 g fa'],
])('an age of %i ms reads "%s"', (ageMs, words) => {
  expect(formatAge(ageMs)).toBe(words);
});

test.each([
  [0, '0 s'],
  [45, '45 s'],
  [725, '12 min 5 s'],
  [3_600, '1 h 0 min 0 s'],
  [273_912, '3 g 4 h 5 min 12 s'],
])('an uptime of %i seconds reads "%s"', (uptimeS, words) => {
  expect(formatUptime(uptimeS)).toBe(words);
});

test.each([
  [5_000, '5 s'],
  [300, '0,3 s'],
])('a limit of %i ms reads "%s"', (ms, words) => {
  expect(formatSeconds(ms)).toBe(words);
});
