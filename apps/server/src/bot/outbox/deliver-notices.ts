import type { Clock, MonotonicClock } from '../../platform/clock.ts';
import { createDebouncedJob } from '../../platform/debounced-job.ts';
import type { Logger } from '../../platform/logger.ts';
import type { LinkedChatsRepository } from '../telegram/linked-chats.repository.ts';
import { type Telegram, TelegramFailure } from '../telegram/telegram.port.ts';
import { createDeliveryFailures, type DeliveryFailures } from './delivery-failures.ts';
import { messageParts } from './message-parts.ts';
import type { OutboxRepository, QueuedNotice } from './outbox.repository.ts';
import type { PartClaimsRepository } from './part-claims.repository.ts';
import { createSendPace } from './send-pace.ts';

/** How often the outbox is read while the bot works: other servers put notices into it too. */
const READ_EVERY_MS = 250;
/**
 * Longer than any call: another server that claimed a part before ended meanwhile, so the part may have been sent.
 */
const CLAIM_LASTS_AT_MOST_MS = 60_000;
/**
 * How long a notice is left alone that another process postponed. A later time comes from a clock that was set back
 * since, or from a long `retry_after`, which Telegram repeats when it is asked again.
 */
const POSTPONED_AT_MOST_MS = 60_000;
/**
 * Few, because when the network hangs the fate of each call stays unknown. At a sixth of a second for each call, they
 * are enough for the pace that Telegram allows.
 */
const CALLS_AT_ONCE = 5;
/** How long a stop waits for the calls that run. */
const LAST_ANSWERS_MS = 3000;

/**
 * Sends what the outbox holds, in order per chat, as fast as Telegram allows. Each part is sent at most once: it is
 * claimed before, and sent again only when it certainly was not sent.
 */
export function createDelivery(options: {
  queue: OutboxRepository;
  claims: PartClaimsRepository;
  chats: Pick<LinkedChatsRepository, 'unlinkChat' | 'moveChat'>;
  telegram: Telegram;
  /** True while this server polls. Only that server sends, because each process counts its own pace. */
  isWorking: () => boolean;
  clock: Clock;
  /** Measures the pace: setting the clock back must not delay messages. */
  monotonicClock: MonotonicClock;
  logger: Logger;
}) {
  const { queue, claims, clock, monotonicClock, logger } = options;
  const pace = createSendPace();
  const failures = createDeliveryFailures({ ...options, pace });
  const stopping = new AbortController();
  const sendPart = createSendPart({ ...options, failures, signal: stopping.signal });
  const calls = new Map<string, Promise<void>>();
  let hasBegun = false;
  let stopped = false;

  const consider = async (notice: QueuedNotice): Promise<void> => {
    const now = clock.now();
    const { id, chatId, sendingSince } = notice;
    if (calls.has(chatId) || calls.size >= CALLS_AT_ONCE) return;
    if (sendingSince !== null) {
      // The absolute value: `sendingSince` is in the future when the clock was set back since.
      const isOver = Math.abs(now - sendingSince) > CLAIM_LASTS_AT_MOST_MS;
      return isOver ? failures.giveUp(notice, 'unknown', 'interrupted') : undefined;
    }
    if (isExpired(notice, now)) return queue.finish(id, { outcome: 'expired', at: now });
    if (isPostponed(notice, now) || pace.waitMs(chatId, monotonicClock.elapsedMs()) > 0) return;
    pace.spend(chatId, monotonicClock.elapsedMs());
    const call = sendPart(notice)
      .catch((error: unknown) => logger.error({ err: error, notice: id }, 'telegram delivery failed'))
      .finally(() => {
        calls.delete(chatId);
        reading.request();
      });
    calls.set(chatId, call);
  };

  /** Gives up what an earlier process of this server was sending: it may have been sent. */
  const begin = async () => {
    const chats = await claims.finishInterrupted({ outcome: 'unknown', at: clock.now() });
    hasBegun = true;
    if (chats.length > 0) logger.warn({ chats, reason: 'interrupted' }, 'telegram notices not delivered');
  };

  const reading = createDebouncedJob({
    name: 'telegram-delivery',
    delayMs: READ_EVERY_MS,
    logger,
    work: async () => {
      if (stopped || !options.isWorking()) return;
      if (!hasBegun) await begin();
      for (const notice of await queue.heads()) await consider(notice);
      reading.request();
    },
  });

  return {
    /** Reads the outbox soon, and from then on as long as the bot works. */
    wake: reading.request,
    stop: async () => {
      stopped = true;
      await reading.stop();
      const timer = setTimeout(() => stopping.abort(), LAST_ANSWERS_MS);
      await Promise.all(calls.values());
      clearTimeout(timer);
    },
  };
}

/** A notice of which a part was sent never expires: half a message could be misunderstood. */
function isExpired({ expiresAt, partsSent }: QueuedNotice, now: number): boolean {
  return expiresAt !== null && expiresAt <= now && partsSent === 0;
}

function isPostponed({ notBefore }: QueuedNotice, now: number): boolean {
  return notBefore > now && notBefore <= now + POSTPONED_AT_MOST_MS;
}

/** Sends the next part of a notice, at most once: it is claimed before, and nothing is sent without the claim. */
function createSendPart(options: {
  queue: Pick<OutboxRepository, 'finish'>;
  claims: Pick<PartClaimsRepository, 'claim' | 'advance'>;
  telegram: Pick<Telegram, 'sendMessage'>;
  failures: DeliveryFailures;
  clock: Clock;
  signal: AbortSignal;
}): (notice: QueuedNotice) => Promise<void> {
  const { queue, claims, telegram, clock } = options;
  return async (notice) => {
    const end = (outcome: 'sent' | 'unlinked') => queue.finish(notice.id, { outcome, at: clock.now() });
    const claim = await claims.claim(notice, clock.now());
    if (claim === 'unlinked') await end('unlinked');
    if (claim !== 'claimed') return;
    const parts = messageParts(notice.text);
    const text = parts[notice.partsSent];
    if (text === undefined) return end('sent');
    const result = await telegram.sendMessage({ chatId: notice.chatId, text }, options.signal);
    if (result instanceof TelegramFailure) return options.failures.handle(notice, result);
    return notice.partsSent + 1 < parts.length ? claims.advance(notice.id) : end('sent');
  };
}
