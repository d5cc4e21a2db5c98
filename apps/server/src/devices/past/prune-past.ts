import type { Clock } from '../../platform/clock.ts';
import type { PastRepository } from './past.repository.ts';

const DEVICES_A_STEP = 50;
/** Between the beginnings of two turns through all devices: what is too old is so by days. */
const TURN_EVERY_MS = 60 * 60_000;

/**
 * Deletes what is older than it is to be kept, some devices at each call, all of them in turn: small steps, for while
 * rows are deleted nothing else is stored.
 */
export function createPrunePast(options: {
  repository: Pick<PastRepository, 'prune'>;
  listIds: () => number[];
  keepMs: number;
  clock: Clock;
}): () => Promise<void> {
  let last = 0;
  let begunAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = options.clock.now();
    if (last === 0) {
      // A clock that was set back does not put it off.
      if (Math.abs(now - begunAt) < TURN_EVERY_MS) return;
      begunAt = now;
    }
    const ids = options
      .listIds()
      .filter((id) => id > last)
      .sort((one, other) => one - other)
      .slice(0, DEVICES_A_STEP);
    for (const id of ids) await options.repository.prune(id, now - options.keepMs);
    last = ids.length < DEVICES_A_STEP ? 0 : (ids.at(-1) ?? 0);
  };
}
