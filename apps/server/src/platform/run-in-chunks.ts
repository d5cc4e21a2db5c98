import { setImmediate as nextTurn } from 'node:timers/promises';

/** So many are dealt with in one turn: far less than a block of the loop, and a small command needs one turn only. */
export const AT_ONCE = 200;

/**
 * Hands over the things in slices, the first one at once and each other one in a later turn of the event loop, so that
 * others have theirs between.
 */
export async function runInChunks<T>(
  things: readonly T[],
  work: (some: readonly T[]) => void,
): Promise<void> {
  for (let start = 0; start < things.length; start += AT_ONCE) {
    if (start > 0) await nextTurn();
    work(things.slice(start, start + AT_ONCE));
  }
}
