import { setImmediate as onNextTurn } from 'node:timers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KyselyPlugin } from 'kysely';

/** Statements give way to others after so much of a turn. */
const OF_A_TURN_MS = 10;

/**
 * For SQLite, which answers in the server's own thread: to await its statements one after the other lets nobody else
 * have a turn of the event loop. Here the answer to one that comes late in a turn waits for the next turn
 * (docs/decisions/0058-yielding-in-long-work.md).
 */
export function shareTurns(): KyselyPlugin {
  let beganAt: number | undefined;
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (beganAt === undefined) {
        beganAt = performance.now();
        onNextTurn(() => {
          beganAt = undefined;
        });
      } else if (performance.now() - beganAt > OF_A_TURN_MS) await nextTurn();
      return result;
    },
  };
}
