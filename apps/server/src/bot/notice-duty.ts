import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { createTick } from '../platform/tick.ts';
import type { BotLease } from './bot-lease.repository.ts';

const RENEW_EVERY_MS = 10_000;
const LEASE_MS = 30_000;

/**
 * Which of several servers on one database tells what all of them see. Not the one that polls: nobody polls while Telegram is out of reach,
 * and what happens then is still to be told.
 */
export type NoticeDuty = { isLeader: () => boolean; start: () => Promise<void>; stop: () => Promise<void> };

export function createNoticeDuty({
  lease,
  taken,
  clock,
  logger,
}: {
  lease: BotLease;
  /** Called whenever this server takes the duty up. */
  taken: () => void;
  clock: Clock;
  logger: Logger;
}): NoticeDuty {
  /** Stays while the database cannot be asked: what is to be told is then kept, for it cannot be stored either. */
  let leader = false;
  let stopped = false;
  const renewing = createTick({
    name: 'notice-duty',
    delayMs: RENEW_EVERY_MS,
    logger,
    work: async () => {
      if (stopped) return;
      const now = clock.now();
      const was = leader;
      leader = await lease.hold({ now, until: now + LEASE_MS, working: true });
      if (leader && !was) taken();
      renewing.request();
    },
  });
  return {
    isLeader: () => leader,
    start: renewing.flush,
    stop: async () => {
      stopped = true;
      await renewing.stop();
      // Without a database it ends by itself.
      if (leader) await lease.release().catch(() => undefined);
      leader = false;
    },
  };
}
