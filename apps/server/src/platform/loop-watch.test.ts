import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLoopWatch } from './loop-watch.ts';
import { beginWork, lookAtWork } from './work-under-way.ts';

beforeEach(() => {
  vi.useFakeTimers();
  lookAtWork();
});
afterEach(() => vi.useRealTimers());

/** A watch, and time that passes on its clock and its timers, or on its clock only while the loop is blocked. */
function startWatch() {
  let elapsed = 0;
  let worked = 0;
  const logged: object[] = [];
  const notified: object[] = [];
  const warn = (context: object) => void logged.push(context);
  const registry = new Registry();
  const watch = createLoopWatch({
    logger: { warn, error: warn, info: (context) => void notified.push(context) },
    registry,
    monotonicClock: { elapsedMs: () => elapsed },
    processorTime: () => worked,
  });
  watch.start();
  const pass = (ms: number, blockedMs = 0, workedMs = blockedMs) => {
    elapsed += ms + blockedMs;
    worked += workedMs;
    vi.advanceTimersByTime(ms);
  };
  return { watch, logged, notified, registry, pass };
}

test('a block of the event loop is logged once, with what ran meanwhile, and counted', async () => {
  const { watch, logged, registry, pass } = startWatch();
  const ended = beginWork('POST /api/admin/devices.csv');
  beginWork('group-commit')();
  pass(100, 450);
  ended();
  for (let checks = 0; checks < 5; checks += 1) pass(100);
  expect(logged).toMatchObject([{ blockedMs: 450, ran: ['POST /api/admin/devices.csv', 'group-commit'] }]);
  expect(await registry.metrics()).toContain('semaforo_event_loop_blocks_total 1');
  expect(await registry.metrics()).toContain('semaforo_event_loop_block_longest_seconds 0.45');
  watch.stop();
});

test('what had ended before a block is not named', () => {
  const { watch, logged, pass } = startWatch();
  beginWork('GET /api/devices')();
  pass(100);
  pass(100, 300);
  pass(100, 150);
  expect(logged).toMatchObject([{ blockedMs: 300, ran: [] }]);
  watch.stop();
});

test('a machine that has no time for the server is no warning', () => {
  const { watch, logged, notified, pass } = startWatch();
  pass(100, 450, 20);
  expect(logged).toEqual([]);
  expect(notified).toMatchObject([{ blockedMs: 450, processorMs: 20 }]);
  watch.stop();
});
