import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { createTick } from './tick.ts';

const DELAY_MS = 20;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function createCountedTick(work: () => void = () => undefined) {
  let runs = 0;
  const logger = createTestLogger();
  const tick = createTick({
    name: 'test',
    delayMs: DELAY_MS,
    logger,
    work: () => {
      runs += 1;
      work();
    },
  });
  return { tick, logger, runs: () => runs };
}

test('what is asked for many times within the delay is done once', async () => {
  const { tick, runs } = createCountedTick();
  for (let request = 0; request < 10; request += 1) tick.request();
  await vi.advanceTimersByTimeAsync(DELAY_MS - 1);
  expect(runs()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs()).toBe(1);
});

test('while nothing is asked for there is no timer', async () => {
  const { tick } = createCountedTick();
  expect(vi.getTimerCount()).toBe(0);
  tick.request();
  await vi.advanceTimersByTimeAsync(DELAY_MS);
  expect(vi.getTimerCount()).toBe(0);
});

test('a flush does the work at once and disarms the timer', async () => {
  const { tick, runs } = createCountedTick();
  tick.request();
  await tick.flush();
  expect(runs()).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('work that fails is logged and tried again, each time after twice the pause', async () => {
  let failures = 2;
  const { tick, logger, runs } = createCountedTick(() => {
    failures -= 1;
    if (failures >= 0) throw new Error('broken');
  });
  tick.request();
  await vi.advanceTimersByTimeAsync(DELAY_MS * 7 - 1);
  expect(runs()).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs()).toBe(3);
  expect(logger.entries).toHaveLength(2);
});

test('once stopped it has done what was asked for, and does nothing more', async () => {
  const { tick, runs } = createCountedTick();
  tick.request();
  await tick.stop();
  tick.request();
  await vi.advanceTimersByTimeAsync(DELAY_MS * 5);
  expect(runs()).toBe(1);
});
