import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createExpiryQueue } from './expiry-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('things expire in their order, and none is left to wait for when all have', async () => {
  const expired: string[] = [];
  const queue = createExpiryQueue<string>({ afterMs: 1000, expired: (thing) => expired.push(thing) });
  queue.add('first');
  await vi.advanceTimersByTimeAsync(400);
  queue.add('second');
  await vi.advanceTimersByTimeAsync(600);
  expect(expired).toEqual(['first']);
  await vi.advanceTimersByTimeAsync(400);
  expect(expired).toEqual(['first', 'second']);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([-3_600_000, 3_600_000])('a clock that steps by %i ms changes nothing', async (step) => {
  const expired: string[] = [];
  const queue = createExpiryQueue<string>({ afterMs: 1000, expired: (thing) => expired.push(thing) });
  queue.add('thing');
  vi.setSystemTime(Date.now() + step);
  await vi.advanceTimersByTimeAsync(999);
  expect(expired).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(expired).toEqual(['thing']);
});
