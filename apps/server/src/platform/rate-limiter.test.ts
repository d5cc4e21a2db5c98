import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRateLimiter } from './rate-limiter.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a limiter allows its points in a period that the first one begins; each key has its own', async () => {
  const limiter = createRateLimiter({ points: 2, perMs: 1000 });
  expect([await limiter.take('a'), await limiter.waitMs('a')]).toEqual([0, 0]);
  await vi.advanceTimersByTimeAsync(400);
  expect([await limiter.take('a'), await limiter.waitMs('a')]).toEqual([0, 600]);
  expect([await limiter.take('a'), await limiter.take('b')]).toEqual([600, 0]);
  await vi.advanceTimersByTimeAsync(600);
  expect([await limiter.waitMs('a'), await limiter.take('a')]).toEqual([0, 0]);
});

test('a dear call takes several points, and never more than there are', async () => {
  const limiter = createRateLimiter({ points: 10, perMs: 1000 });
  expect([await limiter.take('a', 6), await limiter.take('a', 6)]).toEqual([0, 1000]);
  expect([await limiter.take('b', 100), await limiter.take('b')]).toEqual([0, 1000]);
});

test('a limiter counts simultaneous calls before it answers the first one, and forgets a key', async () => {
  const limiter = createRateLimiter({ points: 1, perMs: 1000 });
  expect(await Promise.all([limiter.take('a'), limiter.take('a')])).toEqual([0, 1000]);
  await limiter.forget('a');
  expect(await limiter.take('a')).toBe(0);
});

test('a clock that is set back lengthens no period', async () => {
  const limiter = createRateLimiter({ points: 1, perMs: 1000 });
  await limiter.take('a');
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(await limiter.take('a')).toBe(1000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await limiter.take('a')).toBe(0);
});
