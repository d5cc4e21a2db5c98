import { expect, test } from 'vitest';
import { createSlidingWindow } from './sliding-window.ts';

test('a sliding window allows no more than its limit per key in any period', () => {
  const window = createSlidingWindow({ most: 2, windowMs: 1000 });
  window.spend('a', 0);
  window.spend('a', 400);
  expect([window.waitMs('a', 500), window.waitMs('b', 500)]).toEqual([500, 0]);
  expect(window.waitMs('a', 1000)).toBe(0);
  window.spend('a', 1000);
  expect(window.waitMs('a', 1000)).toBe(400);
});

test('a clock that is set back does not delay what comes next', () => {
  const window = createSlidingWindow({ most: 1, windowMs: 1000 });
  window.spend('a', 3_600_000);
  expect(window.waitMs('a', 0)).toBe(0);
});
