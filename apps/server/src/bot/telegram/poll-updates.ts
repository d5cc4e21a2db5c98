import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { RETRY_BOUNDS, type RetryBounds, retryDelayMs } from '../../platform/retry-delay.ts';
import type { BotLease } from '../bot-lease.repository.ts';
import type { BotUpdate } from './bot-update.ts';
import type { HandleUpdate } from './handle-update.ts';
import { type BotIdentity, type Telegram, TelegramFailure } from './telegram.port.ts';

/** How the bot polls; tests are in more of a hurry. */
export type PollTiming = {
  /** How long one poll waits for news. */
  waitS: number;
  /** How long a server that polls holds the right to: longer than its longest poll. */
  leaseMs: number;
  /** How often a server that does not poll asks whether it may. */
  followMs: number;
  retry: RetryBounds;
};

export const POLL_TIMING: PollTiming = {
  waitS: 5,
  leaseMs: 30_000,
  followMs: 5000,
  retry: RETRY_BOUNDS,
};

type Receiver = {
  handleUpdate: HandleUpdate;
  /** Called each time that polling begins to succeed on this server. */
  onWorking: () => void;
};

/** After a conflict only a poll that lasted proves that the other poller is gone. */
const PROOF_WAIT_S = 3;

/**
 * Polls Telegram while this server holds the lease; what goes wrong ends the turn, is logged once per reason and tried again later, each time
 * later. Nothing escapes from here: the process never dies of the bot.
 */
export function createPolling(options: {
  telegram: Telegram;
  lease: BotLease;
  clock: Clock;
  logger: Logger;
  timing: PollTiming;
}) {
  const { telegram, lease, clock, logger, timing } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let working = false;
  let othersWork = false;
  let failures = 0;
  let lastReason: string | undefined;
  let loop = Promise.resolve();

  const keepLease = () => {
    const now = clock.now();
    return lease.hold({ now, until: now + timing.leaseMs, working });
  };

  const succeed = (lasted: boolean, { onWorking }: Receiver) => {
    if (lasted) failures = 0;
    if (working) return;
    working = true;
    lastReason = undefined;
    logger.info({}, 'telegram bot running');
    onWorking();
  };

  const fail = (reason: string, failure: object) => {
    working = false;
    // Stopping is why it failed.
    if (signal.aborted) return;
    failures += 1;
    if (reason !== lastReason) logger.warn({ ...failure, reason }, 'telegram bot not running');
    lastReason = reason;
  };

  /** One turn of polling: resolves to what ended it, or to undefined when another server took over. */
  const pollOn = async (bot: BotIdentity, receiver: Receiver): Promise<TelegramFailure | undefined> => {
    let waitS = lastReason === 'conflict' ? Math.min(PROOF_WAIT_S, timing.waitS) : 0;
    let offset: number | undefined;
    while (!signal.aborted) {
      const updates = await telegram.getUpdates({ offset, waitS }, signal);
      if (updates instanceof TelegramFailure) return updates;
      succeed(waitS > 0, receiver);
      for (const update of updates) await receiver.handleUpdate(update, bot);
      offset = offsetAfter(updates);
      waitS = timing.waitS;
      if (!(await keepLease())) return undefined;
    }
    return undefined;
  };

  const takeTurn = async (receiver: Receiver): Promise<number> => {
    if (!(await keepLease())) {
      othersWork = await lease.isWorking(clock.now());
      return timing.followMs;
    }
    othersWork = false;
    const bot = await telegram.getMe(signal);
    const end = bot instanceof TelegramFailure ? bot : await pollOn(bot, receiver);
    if (end === undefined) {
      working = false;
      return timing.followMs;
    }
    fail(end.kind, { description: end.description });
    await lease.release();
    const delayMs = retryDelayMs(Math.max(0, failures - 1), Math.random(), timing.retry);
    return end.kind === 'too-many' ? Math.max(delayMs, end.retryAfterS * 1000) : delayMs;
  };

  const run = async (receiver: Receiver) => {
    while (!signal.aborted) {
      let pauseMs: number;
      try {
        pauseMs = await takeTurn(receiver);
      } catch (error) {
        othersWork = false;
        fail('unexpected', { err: error });
        // Without a database it ends by itself.
        await lease.release().catch(() => undefined);
        pauseMs = retryDelayMs(Math.max(0, failures - 1), Math.random(), timing.retry);
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  };

  return {
    start: (receiver: Receiver) => {
      loop = run(receiver);
    },
    /** Ends a poll under way at once, and lets another server take over. */
    stop: async () => {
      stopping.abort();
      await loop;
      working = false;
      // Without a database the lease ends by itself.
      await lease.release().catch((error: unknown) => {
        logger.warn({ err: error }, 'telegram lease not released');
      });
    },
    /** True while this server polls with success. */
    isWorking: () => working,
    /** True while polling works, here or on another server. */
    isRunning: () => working || othersWork,
  };
}

/** What confirms these updates. Without any there is nothing to confirm, and an old offset would hide what comes: after a week of silence Telegram numbers anew. */
function offsetAfter(updates: readonly BotUpdate[]): number | undefined {
  return updates.length === 0 ? undefined : Math.max(...updates.map(({ id }) => id)) + 1;
}
