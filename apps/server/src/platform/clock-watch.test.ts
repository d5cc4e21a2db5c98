import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ClockStep, createClockWatch } from './clock-watch.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let setAheadMs = 0;
let published: ClockStep[] = [];
const startedAt = 1_795_183_200_000;
const elapsed = () => performance.now();
const watch = createClockWatch({
  clock: { now: () => startedAt + elapsed() + setAheadMs },
  monotonicClock: { elapsedMs: elapsed },
  stepped: (step) => published.push(step),
});

beforeEach(() => {
  vi.useFakeTimers();
  [setAheadMs, published] = [0, []];
  watch.start();
});
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

test.each([HOUR_MS, -HOUR_MS, 24 * HOUR_MS, -24 * HOUR_MS, 365 * 24 * HOUR_MS, 2001, -2001])(
  'a step of %i ms is reported once',
  (stepMs) => {
    vi.advanceTimersByTime(5000);
    setAheadMs += stepMs;
    vi.advanceTimersByTime(MINUTE_MS);
    expect(published.map((step) => step.stepMs)).toEqual([stepMs]);
    expect(published[0]?.at).toBeGreaterThan(startedAt + stepMs + 5000);
  },
);

test('a clock that runs normally, or is slewed by less than two seconds a second, reports no step', () => {
  vi.advanceTimersByTime(HOUR_MS);
  for (let second = 0; second < 10; second += 1) {
    setAheadMs += 1999;
    vi.advanceTimersByTime(1000);
  }
  expect(published).toEqual([]);
});
