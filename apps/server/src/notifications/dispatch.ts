import type { Clock } from '../platform/clock.ts';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import type { Logger } from '../platform/logger.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Attempt, Channel } from './channel.port.ts';
import { readMessage } from './messages.ts';
import type { Outbox, QueuedNotification } from './outbox.ts';

/**
 * How long a channel that keeps order leaves a notification alone that another process postponed. A later time comes
 * from a clock that was set back since, or from a long wish of the channel, which it repeats at the next attempt.
 */
const POSTPONED_AT_MOST_MS = 60_000;
/** How long a stop waits for the calls that run. */
const LAST_ANSWERS_MS = 3000;

/**
 * Sends what waits for one channel. Each message is claimed before it is sent, so that of several servers one sends it,
 * and its fate is stored afterwards. A crash in between leaves a message that was perhaps sent: a channel that repeats
 * sends it again, any other gives it up as `unknown` (docs/decisions/0079-notification-pipeline.md).
 */
export function createDispatcher(options: {
  channel: Channel;
  outbox: Outbox;
  secrets: Pick<Secrets, 'open'>;
  clock: Clock;
  logger: Logger;
}) {
  const { channel, outbox, secrets, clock, logger } = options;
  const stopping = new AbortController();
  const calls = new Map<string, Promise<void>>();
  let stopped = false;

  const giveUp = async (
    notification: QueuedNotification,
    outcome: 'refused' | 'unknown',
    failure: string,
  ): Promise<void> => {
    if (!(await outbox.settle(notification, { outcome, failure }))) return;
    logger.warn({ ...nameOf(notification), outcome, reason: failure }, 'notification not delivered');
  };

  const settle = async (claimed: QueuedNotification, attempt: Attempt): Promise<void> => {
    const { recipient, attempts, parts_sent: partsSent } = claimed;
    switch (attempt.outcome) {
      case 'sent':
        await outbox.settle(claimed, {
          ...{ outcome: 'sent', failure: null, status_code: attempt.status ?? null },
        });
        return;
      case 'part-sent':
        await outbox.settle(claimed, { parts_sent: partsSent + 1, attempts: 0 });
        return;
      case 'refused':
      case 'unknown':
        return giveUp(claimed, attempt.outcome, attempt.failure);
      case 'retry': {
        const { failure, afterMs, status: status_code = null } = attempt;
        if (attempts >= channel.tries) return giveUp(claimed, 'refused', failure);
        logger.warn({ ...nameOf(claimed), reason: failure, attempts }, 'notification not taken');
        await outbox.settle(claimed, { not_before: clock.now() + afterMs, failure, status_code });
        return;
      }
      case 'gone':
        logger.warn({ ...nameOf(claimed), reason: attempt.failure }, 'recipient of notifications lost');
        return outbox.finishRecipient(channel.name, recipient, attempt.failure);
      case 'moved':
        return outbox.moveRecipient(channel.name, recipient, attempt.to);
    }
  };

  const deliver = async (notification: QueuedNotification): Promise<void> => {
    const { recipient, user_id: userId, key, attempts, parts_sent: partsSent } = notification;
    const { created_at: createdAt, expires_at: expiresAt } = notification;
    const send = await channel.open({ recipient, userId });
    const claimed = send && (await outbox.claim(notification));
    if (!send) await outbox.settle(notification, { outcome: 'unlinked' });
    if (!claimed) return;
    const message = {
      ...readMessage(notification, secrets.open),
      key,
      attempts,
      partsSent,
      createdAt,
      expiresAt,
    };
    await settle(claimed, await send(message, stopping.signal));
  };

  /** True when it is to be sent now; otherwise what is over is ended. */
  const isToBeSent = async (notification: QueuedNotification): Promise<boolean> => {
    const { recipient, claimed_until, expires_at: expiresAt, not_before: notBefore } = notification;
    const now = clock.now();
    if (claimed_until !== null) {
      if (!outbox.isAbandoned(notification)) return false;
      if (!channel.repeats) {
        await giveUp(notification, 'unknown', 'interrupted');
        return false;
      }
    }
    // One of which a part was sent never expires: half a message could be misunderstood.
    if (expiresAt !== null && expiresAt <= now && notification.parts_sent === 0) {
      await outbox.settle(notification, { outcome: 'expired' });
      return false;
    }
    if (notBefore > now && notBefore <= now + POSTPONED_AT_MOST_MS) return false;
    return channel.takeTurn?.(recipient) ?? true;
  };

  const consider = async (notification: QueuedNotification): Promise<void> => {
    const { id, recipient } = notification;
    if (calls.has(recipient) || calls.size >= channel.callsAtOnce) return;
    if (!(await isToBeSent(notification))) return;
    const call = deliver(notification)
      .catch((error: unknown) => logger.error({ err: error, notification: id }, 'delivery failed'))
      .finally(() => {
        calls.delete(recipient);
        reading.request();
      });
    calls.set(recipient, call);
  };

  const reading = createDebouncedJob({
    name: `notifications-${channel.name}`,
    delayMs: channel.everyMs,
    logger,
    work: async () => {
      if (stopped) return;
      if (channel.isReady()) {
        await channel.prepare?.();
        for (const notification of await outbox.listNext(channel)) await consider(notification);
      }
      reading.request();
    },
  });

  return {
    start: reading.request,
    /** Resolves once the calls that run have ended, or were aborted. What is not sent is sent after the next start. */
    stop: async () => {
      stopped = true;
      await reading.stop();
      const timer = setTimeout(() => stopping.abort(), LAST_ANSWERS_MS);
      await Promise.all(calls.values());
      clearTimeout(timer);
    },
  };
}

function nameOf({ id, channel, recipient }: QueuedNotification) {
  // An address is a person's; what is at a push service is a secret of the browser, but its id is not.
  const isPersonal = channel === 'email' || channel === 'sms' || channel === 'voice';
  return { channel, notification: id, ...(!isPersonal && { recipient }) };
}
