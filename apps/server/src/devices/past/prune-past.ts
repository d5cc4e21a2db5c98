import type { Clock } from '../../platform/clock.ts';
import type { PastRepository } from './past.repository.ts';

const DEVICES_A_STEP = 50;

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
  return async () => {
    const ids = options
      .listIds()
      .filter((id) => id > last)
      .sort((one, other) => one - other)
      .slice(0, DEVICES_A_STEP);
    for (const id of ids) await options.repository.prune(id, options.clock.now() - options.keepMs);
    last = ids.length < DEVICES_A_STEP ? 0 : (ids.at(-1) ?? 0);
  };
}
