import type { BotUpdate } from './bot-update.ts';
import type { HandleUpdate } from './handle-update.ts';
import type { PollingStatus } from './polling-status.ts';
import { type BotIdentity, type Telegram, TelegramFailure } from './telegram.port.ts';

/** After a conflict, only a poll that waited this long proves that no other program polls. */
const PROOF_WAIT_S = 3;

/**
 * Polls again and again, until something ends it: a failure, or undefined when the signal aborts or another server took
 * the lease.
 */
export type ReceiveUpdates = (
  bot: BotIdentity,
  handleUpdate: HandleUpdate,
) => Promise<TelegramFailure | undefined>;

export function createReceiveUpdates(options: {
  telegram: Pick<Telegram, 'getUpdates'>;
  status: PollingStatus;
  /** Called after each poll; false when another server holds the lease. */
  keepLease: () => Promise<boolean>;
  /** How long one poll waits for updates, in seconds. */
  waitS: number;
  signal: AbortSignal;
}): ReceiveUpdates {
  const { telegram, status, signal } = options;
  const firstWaitS = () => (status.lastReason() === 'conflict' ? Math.min(PROOF_WAIT_S, options.waitS) : 0);

  return async (bot, handleUpdate) => {
    let waitS = firstWaitS();
    let offset: number | undefined;
    while (!signal.aborted) {
      const updates = await telegram.getUpdates({ offset, waitS }, signal);
      if (updates instanceof TelegramFailure) return updates;
      status.succeed({ conclusive: waitS > 0 });
      for (const update of updates) await handleUpdate(update, bot);
      offset = offsetAfter(updates);
      waitS = options.waitS;
      if (!(await options.keepLease())) return undefined;
    }
    return undefined;
  };
}

/**
 * The offset that confirms these updates. Without updates there is no offset: after a week without any, Telegram starts
 * with other numbers, and an old offset would then hide the new updates.
 */
function offsetAfter(updates: readonly BotUpdate[]): number | undefined {
  return updates.length === 0 ? undefined : Math.max(...updates.map(({ id }) => id)) + 1;
}
