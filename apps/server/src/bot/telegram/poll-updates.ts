import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease } from '../../database/lease.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { RETRY_BOUNDS, type RetryBounds, retryDelayMs } from '../../platform/retry-delay.ts';
import type { HandleUpdate } from './handle-update.ts';
import { createPollingStatus } from './polling-status.ts';
import { createReceiveUpdates } from './receive-updates.ts';
import { type Telegram, TelegramFailure } from './telegram.port.ts';

/** How the bot polls; tests wait less. */
export type PollTiming = {
  /** How long one poll waits for updates, in seconds. */
  waitS: number;
  /** How long a server holds the right to poll: longer than its longest poll. */
  leaseMs: number;
  /** How often a server that does not poll tries to get the lease. */
  followMs: number;
  retry: RetryBounds;
};

export const POLL_TIMING: PollTiming = {
  waitS: 5,
  leaseMs: 30_000,
  followMs: 5000,
  retry: RETRY_BOUNDS,
};

/**
 * Polls Telegram while this server holds the lease. A failure ends the turn; the next one comes later after each
 * failure. Nothing is thrown: no failure of the bot ends the process.
 */
export function createPolling(options: {
  telegram: Telegram;
  lease: Lease;
  clock: Clock;
  logger: Logger;
  timing: PollTiming;
}) {
  const { telegram, lease, clock, logger, timing } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const status = createPollingStatus(logger);
  let othersWork = false;
  let loop = Promise.resolve();

  const keepLease = () => {
    const now = clock.now();
    return lease.hold({ now, until: now + timing.leaseMs, working: status.isWorking() });
  };
  const releaseLease = () =>
    lease.release().catch((error: unknown) => {
      logger.info({ err: error }, 'telegram lease not released: it expires by itself');
    });
  const fail = (reason: string, details: object) => {
    // A call that fails because the server stops is no failure.
    if (signal.aborted) status.end();
    else status.fail(reason, details);
  };
  const retryMs = () => retryDelayMs(Math.max(0, status.failures() - 1), Math.random(), timing.retry);
  const receiveUpdates = createReceiveUpdates({ ...options, status, keepLease, waitS: timing.waitS, signal });

  /** One turn of polling; resolves to the pause in milliseconds before the next. */
  const takeTurn = async (handleUpdate: HandleUpdate): Promise<number> => {
    if (!(await keepLease())) {
      othersWork = await lease.isWorking(clock.now());
      return timing.followMs;
    }
    othersWork = false;
    const bot = await telegram.getMe(signal);
    const end = bot instanceof TelegramFailure ? bot : await receiveUpdates(bot, handleUpdate);
    if (end === undefined) {
      status.end();
      return timing.followMs;
    }
    fail(end.kind, { description: end.description });
    await lease.release();
    return end.kind === 'too-many' ? Math.max(retryMs(), end.retryAfterS * 1000) : retryMs();
  };

  const run = async (handleUpdate: HandleUpdate) => {
    while (!signal.aborted) {
      let pauseMs: number;
      try {
        pauseMs = await takeTurn(handleUpdate);
      } catch (error) {
        othersWork = false;
        fail('unexpected', { err: error });
        await releaseLease();
        pauseMs = retryMs();
      }
      await pause(pauseMs, signal);
    }
  };

  return {
    start: (handleUpdate: HandleUpdate) => {
      loop = run(handleUpdate);
    },
    /** Ends a poll at once, and lets another server take over. */
    stop: async () => {
      stopping.abort();
      await loop;
      status.end();
      await releaseLease();
    },
    /** True while this server polls with success. */
    isWorking: status.isWorking,
    /** True while polling works, here or on another server. */
    isRunning: () => status.isWorking() || othersWork,
  };
}

/** Resolves after the pause, or as soon as the signal aborts. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
