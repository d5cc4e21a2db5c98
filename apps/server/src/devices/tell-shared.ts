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
  const tellOnceStored = async () => {
    await options.commit.stored();
    const ids = [...changed];
    changed.clear();
    for (const some of inChunks(ids, DEVICES_PER_MESSAGE)) options.tell(some);
  };
  return (deviceId) => {
    // It never rejects: while the database fails it waits.
    if (changed.size === 0) void tellOnceStored();
    changed.add(deviceId);
  };
}
