import { AT_ONCE } from './run-in-chunks.ts';

/**
 * Things that expire the same time after they were added. One timer serves all; there is none while the queue is
 * empty.
 */
export type ExpiryQueue<T> = { add: (thing: T) => void; stop: () => void };

/**
 * Calls `expired` for each thing `afterMs` milliseconds after it was added, in order; by a clock that never steps. Of
 * thousands that expire at once some have their turn, then others of the server.
 */
export function createExpiryQueue<T>(options: {
  afterMs: number;
  expired: (thing: T) => void;
}): ExpiryQueue<T> {
  const waiting: { thing: T; at: number }[] = [];
  let timer: NodeJS.Timeout | undefined;

  const arm = () => {
    const first = waiting[0];
    timer = first && setTimeout(expire, Math.max(0, first.at - performance.now()));
  };
  const expire = () => {
    const now = performance.now();
    const some = waiting.slice(0, AT_ONCE);
    const due = some.findIndex(({ at }) => at > now);
    for (const { thing } of waiting.splice(0, due === -1 ? some.length : due)) options.expired(thing);
    arm();
  };
  return {
    add: (thing) => {
      waiting.push({ thing, at: performance.now() + options.afterMs });
      if (timer === undefined) arm();
    },
    stop: () => {
      clearTimeout(timer);
      waiting.length = 0;
    },
  };
}
