import { afterEach, expect, test, vi } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { type Part, startAll, stopAll } from './parts.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Parts that note what happens to them. */
function createStage() {
  const events: string[] = [];
  const logger = createTestLogger();
  const part = (name: string, replaced: Omit<Part, 'name'> = {}): Part => ({
    name,
    start: () => void events.push(`start ${name}`),
    stop: () => void events.push(`stop ${name}`),
    ...replaced,
  });
  return { events, logger, part };
}

test('parts start in order and stop in reverse', async () => {
  const { events, logger, part } = createStage();
  const parts = [part('database'), part('broker'), part('http')];
  await startAll(parts, { withinMs: 1000, logger });
  expect(await stopAll(parts, { withinMs: 1000, logger })).toBe(true);
  expect(events).toEqual([
    'start database',
    'start broker',
    'start http',
    'stop http',
    'stop broker',
    'stop database',
  ]);
});

test('a part that fails to stop is logged, and the parts before it still stop', async () => {
  const { events, logger, part } = createStage();
  const rejects = part('rejects', { stop: () => Promise.reject(new Error('lost')) });
  const throws = part('throws', {
    stop: () => {
      throw new Error('lost');
    },
  });
  expect(await stopAll([part('database'), rejects, throws], { withinMs: 1000, logger })).toBe(false);
  expect(events).toEqual(['stop database']);
  expect(logger.entries).toEqual(['a part did not stop', 'a part did not stop']);
});

test('parts that hang leave time for those before them, and together keep the limit', async () => {
  const { events, logger, part } = createStage();
  const hanging = { stop: () => new Promise<void>(() => {}) };
  const parts = [part('database'), part('one', hanging), part('two', hanging), part('http')];
  vi.useFakeTimers();
  const stopped = stopAll(parts, { withinMs: 9000, logger });
  await vi.advanceTimersByTimeAsync(9000);
  expect(await stopped).toBe(false);
  expect(events).toEqual(['stop http', 'stop database']);
});

test('a start that fails stops what was started, and says why it failed', async () => {
  const { events, logger, part } = createStage();
  const broken = part('broker', { start: () => Promise.reject(new Error('port taken')) });
  const start = startAll([part('database'), broken, part('http')], { withinMs: 1000, logger });
  await expect(start).rejects.toThrow('port taken');
  expect(events).toEqual(['start database', 'stop broker', 'stop database']);
});
