import { expect, test } from 'vitest';
import { leftBehind, type ProcessCounts } from './process-counts.ts';
import { isWithinNoise, slopeOf } from './slope.ts';

const NOISE = [3, -2, 4, -4, 1, 0, -3, 2, -1, 4, -2, 1];

test('a row that only trembles is within the noise, and one that also rises is not', () => {
  expect(isWithinNoise(slopeOf(NOISE.map((noise) => 100 + noise)))).toBe(true);
  const rising = slopeOf(NOISE.map((noise, step) => 100 + noise + 2 * step));
  expect(rising.perStep).toBeCloseTo(2, 0);
  expect(isWithinNoise(rising)).toBe(false);
});

test('too few measurements say nothing', () => {
  expect(isWithinNoise(slopeOf([1, 100]))).toBe(true);
});

test('what is left behind is named by its kind', () => {
  const before: ProcessCounts = {
    rss: 0,
    heapUsed: 0,
    external: 0,
    handles: { Timeout: 10 },
    listeners: 500,
    rooms: 0,
    byClass: { Socket: 3 },
  };
  expect(leftBehind(before, { ...before, handles: { Timeout: 12 } })).toEqual([]);
  const after = { ...before, handles: { Timeout: 60 }, byClass: { Socket: 53 }, rooms: 3, listeners: 900 };
  expect(leftBehind(before, after)).toEqual([
    '50 handles of Timeout',
    '50 emitters of Socket',
    '3 rooms',
    '400 listeners',
  ]);
});
