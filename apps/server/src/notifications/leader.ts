import type { Lease } from '../database/lease.ts';
import type { Clock } from '../platform/clock.ts';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import type { Logger } from '../platform/logger.ts';

const RENEW_EVERY_MS = 10_000;
const LEASE_MS = 30_000;

/**
 * Elects one of several servers on one database to notify what all of them observe, by e-mail and browsers, too.
 * The leader may differ from the server that polls Telegram: no server polls while Telegram is unreachable, but what
 * happens meanwhile must still be stored.
 */
export function createLeader({ lease, clock, logger }: { lease: Lease; clock: Clock; logger: Logger }) {
  // Unchanged while the database does not answer: then no notice can be stored either, so no other server sends the
  // same one.
  let leader = false;
  let stopped = false;
  let onElected = () => {};
  const renewal = createDebouncedJob({
    name: 'notifications-leader',
    delayMs: RENEW_EVERY_MS,
    logger,
    work: async () => {
      if (stopped) return;
      const now = clock.now();
      const wasLeader = leader;
      leader = await lease.hold({ now, until: now + LEASE_MS, working: true });
      if (leader && !wasLeader) onElected();
      renewal.request();
    },
  });
  return {
    isLeader: () => leader,
    /** `elected` is called each time that this server becomes the leader. Resolves after the first attempt. */
    start: (elected: () => void) => {
      onElected = elected;
      return renewal.flush();
    },
    stop: async () => {
      stopped = true;
      await renewal.stop();
      if (leader) {
        await lease.release().catch((error: unknown) => {
          logger.info({ err: error }, 'lease of notifications not released: it expires by itself');
        });
      }
      leader = false;
    },
  };
}
