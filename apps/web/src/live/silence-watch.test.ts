import { SILENCE_MS } from '@semaforo/contract/live/events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteServerTime } from '../platform/server-clock.ts';
import { createSilenceWatch } from './silence-watch.ts';

const START = Date.parse('2026-11-22T19:33:12.000Z');

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  noteServerTime(new Date(START).toISOString());
});
afterEach(() => vi.useRealTimers());

function watch() {
  const onSilence = vi.fn();
  return { onSilence, silence: createSilenceWatch(onSilence) };
}

test('two beats of the clock without a word are silence, told once', () => {
  const { onSilence, silence } = watch();
  silence.begin();
  vi.advanceTimersByTime(SILENCE_MS - 1);
  expect(onSilence).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10 * SILENCE_MS);
  expect(onSilence).toHaveBeenCalledOnce();
});

test('anything that is heard starts the wait again, and is the last thing received', () => {
  const { onSilence, silence } = watch();
  silence.begin();
  vi.advanceTimersByTime(8000);
  silence.receive();
  vi.advanceTimersByTime(8000);
  expect(onSilence).not.toHaveBeenCalled();
  expect(silence.lastReceived()).toBe(START + 8000);
  vi.advanceTimersByTime(SILENCE_MS);
  expect(onSilence).toHaveBeenCalledOnce();
  expect(silence.lastReceived()).toBe(START + 8000);
});

test('while the link is down nothing is expected', () => {
  const { onSilence, silence } = watch();
  silence.begin();
  silence.end();
  vi.advanceTimersByTime(10 * SILENCE_MS);
  expect(onSilence).not.toHaveBeenCalled();
});
