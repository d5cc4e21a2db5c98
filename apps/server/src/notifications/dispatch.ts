import type { Clock } from '../platform/clock.ts';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import type { Logger } from '../platform/logger.ts';
import type { Attempt, Channel } from './channel.port.ts';
import type { Outbox, QueuedNotification } from './outbox.ts';

/**
 * How long a channel that keeps order leaves a notification alone that another process postponed. A later time comes
 * from a clock that was set back since, or from a long wish of the channel, which it repeats at the next attempt.
 */
const POSTPONED_AT_MOST_MS = 60_000;
/** How long a stop waits for the calls that run. */
const LAST_ANSWERS_MS = 3000;

type Options = { channel: Channel; outbox: Outbox; clock: Clock; logger: Logger };

/**
 * Sends what waits for one channel. Each message is claimed before it is sent, so that of several servers one sends it,
 * and its fate is stored afterwards. A crash in between leaves a message that was perhaps sent: a channel that repeats
 * sends it again, any other gives it up as `unknown` (docs/decisions/0079-one-notification-pipeline.md).
 */
export function createDispatcher({ channel, outbox, clock, logger }: Options) {
  const stopping = new AbortController();
  const send = createSend({ channel, outbox, clock, logger }, stopping.signal);
  const calls = new Map<string, Promise<void>>();
  let hasBegun = false;
  let stopped = false;

  /** True when it is to be sent now; otherwise what is over is ended. */
  const isToBeSent = async (notification: QueuedNotification): Promise<boolean> => {
    const now = clock.now();
    if (notification.claimed_until !== null && !(channel.repeats && outbox.isAbandoned(notification))) {
      if (outbox.isAbandoned(notification)) await giveUp(notification);
      return false;
    }
    // One of which a part was sent never expires: half a message could be misunderstood.
    if (notification.expires_at !== null && notification.expires_at <= now && notification.parts_sent === 0) {
      await outbox.finish(notification, 'expired');
      return false;
    }
    return !isPostponed(notification, now) && channel.waitMs(notification.recipient) === 0;
  };
  const giveUp = async (notification: QueuedNotification) => {
    await outbox.finish(notification, 'unknown');
    logger.warn({ ...nameOf(notification), reason: 'interrupted' }, 'notification not delivered');
  };
  const consider = async (notification: QueuedNotification): Promise<void> => {
    const { id, recipient } = notification;
    if (calls.has(recipient) || calls.size >= channel.callsAtOnce) return;
    if (!(await isToBeSent(notification))) return;
    channel.spend(recipient);
    const call = send(notification)
      .catch((error: unknown) => logger.error({ err: error, notification: id }, 'delivery failed'))
      .finally(() => {
        calls.delete(recipient);
        reading.request();
      });
    calls.set(recipient, call);
  };

  /** What an earlier process of this server was sending may have been sent. */
  const begin = async () => {
    const count = await outbox.endInterrupted(channel.name, { again: channel.repeats });
    hasBegun = true;
    if (count > 0 && !channel.repeats) {
      logger.warn({ channel: channel.name, count, reason: 'interrupted' }, 'notifications not delivered');
    }
  };

  const reading = createDebouncedJob({
    name: `notifications-${channel.name}`,
    delayMs: channel.everyMs,
    logger,
    work: async () => {
      if (stopped) return;
      if (channel.isReady()) {
        if (!hasBegun) await begin();
        await channel.prepare?.();
        const waiting = channel.keepsOrder ? outbox.listHeads : outbox.listDue;
        for (const notification of await waiting(channel.name)) await consider(notification);
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

function isPostponed({ not_before: notBefore }: QueuedNotification, now: number): boolean {
  return notBefore > now && notBefore <= now + POSTPONED_AT_MOST_MS;
}

function nameOf({ id, channel, recipient }: QueuedNotification) {
  // An address is a person's; what is at a push service is a secret of the browser, but its id is not.
  return { channel, notification: id, ...(channel !== 'email' && { recipient }) };
}

/** Sends the next message of a notification, at most once for each claim. */
function createSend(
  { channel, outbox, clock, logger }: Options,
  signal: AbortSignal,
): (notification: QueuedNotification) => Promise<void> {
  const giveUp = async (
    notification: QueuedNotification,
    outcome: 'refused' | 'unknown',
    failure: string,
  ): Promise<void> => {
    await outbox.finishClaimed(notification, outcome, failure);
    logger.warn({ ...nameOf(notification), outcome, reason: failure }, 'notification not delivered');
  };
  const settle = async (notification: QueuedNotification, attempt: Attempt): Promise<void> => {
    switch (attempt.outcome) {
      case 'sent':
        return outbox.finishClaimed(notification, 'sent', null);
      case 'part-sent':
        return outbox.advance(notification);
      case 'refused':
      case 'unknown':
        return giveUp(notification, attempt.outcome, attempt.failure);
      case 'retry': {
        const { failure, afterMs } = attempt;
        const attempts = notification.attempts + 1;
        if (attempts >= channel.tries) return giveUp(notification, 'refused', failure);
        logger.warn({ ...nameOf(notification), reason: failure, attempts }, 'notification not taken');
        return outbox.retry(notification, clock.now() + afterMs, failure);
      }
      case 'gone':
        logger.warn({ ...nameOf(notification), reason: attempt.failure }, 'recipient of notifications lost');
        return outbox.finishRecipient(channel.name, notification.recipient, attempt.failure);
      case 'moved':
        return outbox.moveRecipient(channel.name, notification.recipient, attempt.to);
    }
  };
  return async (notification) => {
    if (!(await channel.mayReach(notification))) return outbox.finish(notification, 'unlinked');
    if (await outbox.claim(notification))
      await settle(notification, await channel.send(notification, signal));
  };
}
