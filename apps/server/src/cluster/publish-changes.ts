import { inChunks } from '../database/in-chunks.ts';

/** Short enough for a message of NATS. */
const DEVICES_PER_MESSAGE = 5000;

/**
 * Publishes to the peers which devices changed here by more than their own reports, once that is stored. Called with
 * each of them.
 */
export function createPublishChanges(
  stored: () => Promise<void>,
  publish: (deviceIds: number[]) => void,
): (deviceId: number) => void {
  const changed = new Set<number>();
  let isPublishing = false;
  const publishOnceStored = async () => {
    isPublishing = true;
    while (changed.size > 0) {
      // What changes during a commit is not in it, and published after the next.
      const ids = [...changed];
      changed.clear();
      await stored();
      for (const some of inChunks(ids, DEVICES_PER_MESSAGE)) publish(some);
    }
    isPublishing = false;
  };
  return (deviceId) => {
    changed.add(deviceId);
    // It never rejects: while the database fails it waits.
    if (!isPublishing) void publishOnceStored();
  };
}
