import type { NoticeOutcome } from '../../database/schema.ts';
import type { Clock, Stopwatch } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { createTick } from '../../platform/tick.ts';
import type { LinkedChatsRepository } from '../telegram/linked-chats.repository.ts';
import { type Telegram, TelegramFailure } from '../telegram/telegram.port.ts';
import { messageParts } from './message-parts.ts';
import type { OutboxRepository, QueuedNotice } from './outbox.repository.ts';
import { createSendPace } from './send-pace.ts';

/** How often the queue is looked at while the bot works: other servers put notices in it too. */
const LOOK_EVERY_MS = 250;
/** More than a call can last: another server that was sending this long is gone, and nobody knows whether it was sent. */
const SENDING_LASTS_AT_MOST_MS = 60_000;
const LONGEST_PAUSE_MS = 30_000;
/**
 * For how long what another process put off is left alone. What was to wait longer was put off by a clock that has been set back since, or by a
 * long `retry_after`, of which Telegram tells anew.
 */
const PUT_OFF_AT_MOST_MS = 60_000;
/** How much of a chat's `retry_after` the other chats wait too, in case it is the bot that is too fast. */
const SHARED_PAUSE_MS = 2000;
/** Few: when the network hangs, the fate of what is under way stays unknown. Enough for Telegram's pace at a sixth of a second each. */
const AT_ONCE = 5;
/** How long the end waits for what is being sent. */
const LAST_ANSWERS_MS = 3000;

/**
 * Sends what the outbox holds, in order per chat, as fast as Telegram allows, each part at most once: claimed before it leaves, and never sent
 * again unless it certainly was not sent.
 */
export function createDelivery(options: {
  queue: OutboxRepository;
  chats: Pick<LinkedChatsRepository, 'unlinkChat' | 'moveChat'>;
  telegram: Telegram;
  /** Only the server that polls sends: the pace is its own. */
  isWorking: () => boolean;
  clock: Clock;
  /** By it messages are held back: a clock that is set back must not keep them waiting. */
  stopwatch: Stopwatch;
  logger: Logger;
}) {
  const { queue, telegram, clock, stopwatch, logger } = options;
  const pace = createSendPace();
  const stopping = new AbortController();
  const underWay = new Map<string, Promise<void>>();
  let hasBegun = false;
  let stopped = false;

  const finish = (notice: QueuedNotice, outcome: NoticeOutcome) =>
    queue.finish(notice.id, { outcome, at: clock.now() });

  const giveUp = async (notice: QueuedNotice, outcome: NoticeOutcome, reason: string) => {
    await finish(notice, outcome);
    logger.warn({ chat: notice.chatId, notice: notice.id, outcome, reason }, 'telegram notice not delivered');
  };

  const pauseAfter = (notice: QueuedNotice) => {
    const pauseMs = Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** Math.min(notice.attempts, 10));
    pace.holdAll(stopwatch.elapsedMs() + pauseMs);
    return pauseMs;
  };

  const loseChat = async ({ chatId }: QueuedNotice, reason: string) => {
    const at = clock.now();
    await options.chats.unlinkChat(chatId, { at, reason });
    await queue.finishChat(chatId, { outcome: 'refused', at });
    logger.warn({ chat: chatId, reason }, 'telegram chat lost');
  };

  const settleFailure = async (notice: QueuedNotice, failure: TelegramFailure): Promise<void> => {
    const { kind, description } = failure;
    if (kind === 'too-many') {
      const pauseMs = failure.retryAfterS * 1000;
      const now = stopwatch.elapsedMs();
      pace.holdChat(notice.chatId, now + pauseMs);
      pace.holdAll(now + Math.min(pauseMs, SHARED_PAUSE_MS));
      await queue.release(notice.id, clock.now() + pauseMs);
    } else if (kind === 'chat-gone') {
      await loseChat(notice, description);
    } else if (kind === 'chat-moved' && failure.movedTo !== undefined) {
      await options.chats.moveChat(notice.chatId, failure.movedTo);
      await queue.moveChat(notice.chatId, failure.movedTo);
    } else if (kind === 'refused') {
      await giveUp(notice, 'refused', description);
    } else if (kind === 'unknown') {
      pauseAfter(notice);
      await giveUp(notice, 'unknown', description);
    } else {
      await queue.release(notice.id, clock.now() + pauseAfter(notice));
    }
  };

  const send = async (notice: QueuedNotice): Promise<void> => {
    const claim = await queue.claim(notice, clock.now());
    if (claim === 'unlinked') await finish(notice, 'unlinked');
    if (claim !== 'claimed') return;
    const parts = messageParts(notice.text);
    const text = parts[notice.partsSent];
    if (text === undefined) return finish(notice, 'sent');
    const result = await telegram.sendMessage({ chatId: notice.chatId, text }, stopping.signal);
    if (result instanceof TelegramFailure) return settleFailure(notice, result);
    return notice.partsSent + 1 < parts.length ? queue.advance(notice.id) : finish(notice, 'sent');
  };

  const consider = async (notice: QueuedNotice): Promise<void> => {
    const now = clock.now();
    const { chatId, sendingSince, expiresAt } = notice;
    if (underWay.has(chatId) || underWay.size >= AT_ONCE) return;
    if (sendingSince !== null) {
      // In the future: by a clock that has been set back since.
      if (Math.abs(now - sendingSince) > SENDING_LASTS_AT_MOST_MS)
        await giveUp(notice, 'unknown', 'interrupted');
      return;
    }
    // What has begun is finished: half a message says something else than the whole.
    if (expiresAt !== null && expiresAt <= now && notice.partsSent === 0) return finish(notice, 'expired');
    if (isPutOff(notice, now) || pace.waitMs(chatId, stopwatch.elapsedMs()) > 0) return;
    pace.spend(chatId, stopwatch.elapsedMs());
    const sending = send(notice)
      .catch((error: unknown) => logger.error({ err: error, notice: notice.id }, 'telegram delivery failed'))
      .finally(() => {
        underWay.delete(chatId);
        look.request();
      });
    underWay.set(chatId, sending);
  };

  /** What a former process of this server was sending, it sends no more, and nobody knows whether it was sent. */
  const begin = async () => {
    const chats = await queue.finishInterrupted({ outcome: 'unknown', at: clock.now() });
    hasBegun = true;
    if (chats.length > 0) logger.warn({ chats, reason: 'interrupted' }, 'telegram notices not delivered');
  };

  const look = createTick({
    name: 'telegram-delivery',
    delayMs: LOOK_EVERY_MS,
    logger,
    work: async () => {
      if (stopped || !options.isWorking()) return;
      if (!hasBegun) await begin();
      for (const notice of await queue.heads()) await consider(notice);
      look.request();
    },
  });

  return {
    /** Looks at the queue soon, and from then on while the bot works. */
    wake: look.request,
    stop: async () => {
      stopped = true;
      await look.stop();
      const timer = setTimeout(() => stopping.abort(), LAST_ANSWERS_MS);
      await Promise.all(underWay.values());
      clearTimeout(timer);
    },
  };
}

function isPutOff({ notBefore }: QueuedNotice, now: number): boolean {
  return notBefore > now && notBefore <= now + PUT_OFF_AT_MOST_MS;
}
