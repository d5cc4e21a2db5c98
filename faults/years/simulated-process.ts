import type { Waiting } from './time-queue.ts';

/**
 * A process of the simulation. Once it has ended, what it still does has no effect, and its timers are gone. `skewMs`:
 * how far its clock is ahead of the true time.
 */
export function createProcess(skewMs: number) {
  let isAlive = true;
  let resolve = () => {};
  const ended = new Promise<void>((done) => {
    resolve = done;
  });
  return {
    isAlive: () => isAlive,
    skewMs,
    held: undefined as Waiting[] | undefined,
    /** So long the clock of its machine stood still. */
    sleptMs: 0,
    /** When its last timer of so many milliseconds was over. */
    firedAt: new Map<number, number>(),
    ended,
    end: () => {
      isAlive = false;
      resolve();
    },
  };
}

export type SimulatedProcess = ReturnType<typeof createProcess>;
