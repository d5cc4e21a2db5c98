import type { GroupCommit } from '../database/group-commit.ts';
import { inChunks } from '../database/in-chunks.ts';

/** Short enough for a message of NATS. */
const DEVICES_PER_MESSAGE = 5000;

/**
 * Tells the other servers which devices changed here by more than their own words, once that is stored. Called with
 * each of them.
 */
export function createTellShared(options: {
  commit: Pick<GroupCommit, 'stored'>;
  tell: (deviceIds: number[]) => void;
}): (deviceId: number) => void {
  const changed = new Set<number>();
  let isTelling = false;
  const tellOnceStored = async () => {
    isTelling = true;
    while (changed.size > 0) {
      // What changes during a commit is not in it, and told after the next.
      const ids = [...changed];
      changed.clear();
      await options.commit.stored();
      for (const some of inChunks(ids, DEVICES_PER_MESSAGE)) options.tell(some);
    }
    isTelling = false;
  };
  return (deviceId) => {
    changed.add(deviceId);
    // It never rejects: while the database fails it waits.
    if (!isTelling) void tellOnceStored();
  };
}
