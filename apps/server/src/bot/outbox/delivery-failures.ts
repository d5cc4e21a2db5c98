import type { NoticeOutcome } from '../../database/schema/bot.ts';
import type { Clock, MonotonicClock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { LinkedChatsRepository } from '../telegram/linked-chats.repository.ts';
import type { TelegramFailure } from '../telegram/telegram.port.ts';
import type { OutboxRepository, QueuedNotice } from './outbox.repository.ts';
import type { PartClaimsRepository } from './part-claims.repository.ts';
import type { SendPace } from './send-pace.ts';

const LONGEST_PAUSE_MS = 30_000;
/** How much of a chat's `retry_after` the other chats wait too, in case it is the bot as a whole that is too fast. */
const SHARED_PAUSE_MS = 2000;

/** What follows when Telegram did not take a part of a notice. */
export type DeliveryFailures = {
  /** Ends a notice that will not be delivered, and logs why. */
  giveUp: (notice: QueuedNotice, outcome: NoticeOutcome, reason: string) => Promise<void>;
  handle: (notice: QueuedNotice, failure: TelegramFailure) => Promise<void>;
};

export function createDeliveryFailures(options: {
  queue: OutboxRepository;
  claims: Pick<PartClaimsRepository, 'release'>;
  chats: Pick<LinkedChatsRepository, 'unlinkChat' | 'moveChat'>;
  pace: SendPace;
  clock: Clock;
  monotonicClock: MonotonicClock;
  logger: Logger;
}): DeliveryFailures {
  const { queue, claims, chats, pace, clock, monotonicClock, logger } = options;

  const giveUp: DeliveryFailures['giveUp'] = async (notice, outcome, reason) => {
    await queue.finish(notice.id, { outcome, at: clock.now() });
    logger.warn({ chat: notice.chatId, notice: notice.id, outcome, reason }, 'telegram notice not delivered');
  };

  /** Holds all chats, longer after each attempt; returns for how many milliseconds. */
  const pauseAll = ({ attempts }: QueuedNotice): number => {
    const pauseMs = Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** Math.min(attempts, 10));
    pace.holdAll(monotonicClock.elapsedMs() + pauseMs);
    return pauseMs;
  };

  const loseChat = async ({ chatId }: QueuedNotice, reason: string) => {
    const at = clock.now();
    await chats.unlinkChat(chatId, { at, reason });
    await queue.finishChat(chatId, { outcome: 'refused', at });
    logger.warn({ chat: chatId, reason }, 'telegram chat lost');
  };

  const obeyRetryAfter = async ({ id, chatId }: QueuedNotice, pauseMs: number) => {
    const now = monotonicClock.elapsedMs();
    pace.holdChat(chatId, now + pauseMs);
    pace.holdAll(now + Math.min(pauseMs, SHARED_PAUSE_MS));
    await claims.release(id, clock.now() + pauseMs);
  };

  return {
    giveUp,
    handle: async (notice, failure) => {
      const { kind, description, movedTo } = failure;
      if (kind === 'too-many') {
        await obeyRetryAfter(notice, failure.retryAfterS * 1000);
      } else if (kind === 'chat-gone') {
        await loseChat(notice, description);
      } else if (kind === 'chat-moved' && movedTo !== undefined) {
        await chats.moveChat(notice.chatId, movedTo);
        await queue.moveChat(notice.chatId, movedTo);
      } else if (kind === 'refused') {
        await giveUp(notice, 'refused', description);
      } else if (kind === 'unknown') {
        pauseAll(notice);
        await giveUp(notice, 'unknown', description);
      } else {
        await claims.release(notice.id, clock.now() + pauseAll(notice));
      }
    },
  };
}
