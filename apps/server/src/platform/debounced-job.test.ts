import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { createDebouncedJob } from './debounced-job.ts';

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
  const job = createDebouncedJob({
    name: 'test',
    delayMs: DELAY_MS,
    logger,
    work: () => {
      runs += 1;
      work();
    },
  });
  return { job, logger, runs: () => runs };
}

test('the work runs once for many requests within the delay', async () => {
  const { job, runs } = createCountedTick();
  for (let request = 0; request < 10; request += 1) job.request();
  await vi.advanceTimersByTimeAsync(DELAY_MS - 1);
  expect(runs()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs()).toBe(1);
});

test('no timer runs while no work is requested', async () => {
  const { job } = createCountedTick();
  expect(vi.getTimerCount()).toBe(0);
  job.request();
  await vi.advanceTimersByTimeAsync(DELAY_MS);
  expect(vi.getTimerCount()).toBe(0);
});

test('a flush runs the work at once and clears the timer', async () => {
  const { job, runs } = createCountedTick();
  job.request();
  await job.flush();
  expect(runs()).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('work that fails is logged and retried, each time after twice the pause', async () => {
  let failures = 2;
  const { job, logger, runs } = createCountedTick(() => {
    failures -= 1;
    if (failures >= 0) throw new Error('broken');
  });
  job.request();
  await vi.advanceTimersByTimeAsync(DELAY_MS * 7 - 1);
  expect(runs()).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs()).toBe(3);
  expect(logger.entries).toHaveLength(2);
});

test('stopping runs the requested work and then no more', async () => {
  const { job, runs } = createCountedTick();
  job.request();
  await job.stop();
  job.request();
  await vi.advanceTimersByTimeAsync(DELAY_MS * 5);
  expect(runs()).toBe(1);
});
