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
  clock,
  logger,
}: {
  lease: BotLease;
  clock: Clock;
  logger: Logger;
}): NoticeDuty {
  let leaderUntil = Number.NEGATIVE_INFINITY;
  let stopped = false;
  const renewing = createTick({
    name: 'notice-duty',
    delayMs: RENEW_EVERY_MS,
    logger,
    work: async () => {
      if (stopped) return;
      const until = clock.now() + LEASE_MS;
      const held = await lease.hold({ now: clock.now(), until, working: true });
      leaderUntil = held ? until : Number.NEGATIVE_INFINITY;
      renewing.request();
    },
  });
  return {
    isLeader: () => clock.now() < leaderUntil,
    start: renewing.flush,
    stop: async () => {
      stopped = true;
      await renewing.stop();
      await lease.release();
    },
  };
}
