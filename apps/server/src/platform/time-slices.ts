import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long work gives way to the others after this. */
const SLICE_MS = 10;

/**
 * Divides work that one input may make long: to be awaited between two pieces of it. Resolves at once, or in the next
 * turn of the event loop when a slice of some 10 ms is over.
 */
export type TimeSlices = { yieldToEventLoop: () => Promise<void> | undefined };

export function createTimeSlices(): TimeSlices {
  let startedAt = performance.now();
  return {
    yieldToEventLoop: () => {
      if (performance.now() - startedAt < SLICE_MS) return undefined;
      return nextTurn().then(() => {
        startedAt = performance.now();
      });
    },
  };
}
