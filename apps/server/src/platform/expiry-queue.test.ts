import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createExpiryQueue } from './expiry-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('entries expire in their order, and no timer remains when all have expired', async () => {
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

test('of thousands that expire at once some have their turn, then others of the server', async () => {
  const expired: number[] = [];
  const queue = createExpiryQueue<number>({ afterMs: 1000, expired: (thing) => expired.push(thing) });
  for (let thing = 0; thing < 1000; thing += 1) queue.add(thing);
  await vi.advanceTimersByTimeAsync(1000);
  expect(expired.length).toBeLessThan(1000);
  await vi.runAllTimersAsync();
  expect(expired).toEqual(Array.from({ length: 1000 }, (_, thing) => thing));
});

test.each([-3_600_000, 3_600_000])(
  'a step of the clock by %i ms does not change when an entry expires',
  async (step) => {
    const expired: string[] = [];
    const queue = createExpiryQueue<string>({ afterMs: 1000, expired: (thing) => expired.push(thing) });
    queue.add('thing');
    vi.setSystemTime(Date.now() + step);
    await vi.advanceTimersByTimeAsync(999);
    expect(expired).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(expired).toEqual(['thing']);
  },
);
