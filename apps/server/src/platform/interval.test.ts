import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { createInterval } from './interval.ts';

const EVERY_MS = 20;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function createCounted(work: () => Promise<void> = () => Promise.resolve()) {
  let runs = 0;
  const logger = createTestLogger();
  const repeating = createInterval({
    name: 'test',
    everyMs: EVERY_MS,
    logger,
    work: () => {
      runs += 1;
      return work();
    },
  });
  return { repeating, logger, runs: () => runs };
}

test('the work is repeated, also after a failure', async () => {
  let failures = 1;
  const { repeating, logger, runs } = createCounted(() => {
    failures -= 1;
    return failures >= 0 ? Promise.reject(new Error('broken')) : Promise.resolve();
  });
  repeating.start();
  await vi.advanceTimersByTimeAsync(EVERY_MS * 5);
  expect(runs()).toBe(3);
  expect(logger.entries).toHaveLength(1);
  await repeating.stop();
});

test('stopping waits for the current run and starts no other', async () => {
  let finish: () => void = () => undefined;
  const { repeating, runs } = createCounted(
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  repeating.start();
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  let stopped = false;
  const stopping = repeating.stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  expect(stopped).toBe(false);
  finish();
  await stopping;
  await vi.advanceTimersByTimeAsync(EVERY_MS * 3);
  expect(runs()).toBe(1);
});
