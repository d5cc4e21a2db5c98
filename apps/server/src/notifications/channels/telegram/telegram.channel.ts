import type { Clock, MonotonicClock } from '../../../platform/clock.ts';
import type { Attempt, Channel } from '../../channel.port.ts';
import { textWithLink } from '../../messages.ts';
import { messageParts } from './message-parts.ts';
import { createSendPace } from './send-pace.ts';

const LONGEST_PAUSE_MS = 30_000;
/** How much of a chat's `retry_after` the other chats wait too, in case it is the bot as a whole that is too fast. */
const SHARED_PAUSE_MS = 2000;
/** Often: other servers store notifications too. */
const READ_EVERY_MS = 250;

/** Why a message was not sent, or `unknown`; `chat-gone` and `chat-moved` say what became of the chat. */
type Failure = { kind: string; description: string; retryAfterS: number; movedTo: string | undefined };

/** What the channel needs of the bot. */
export type TelegramSender = {
  /** Never rejects; ends at once when the signal aborts. */
  sendMessage: (message: { chatId: string; text: string }, signal: AbortSignal) => Promise<'sent' | Failure>;
  /** True while this server polls. Only that one sends, because each process counts its own pace. */
  isWorking: () => boolean;
  chats: {
    findActor: (chatId: string) => Promise<{ id: number } | undefined>;
    unlinkChat: (chatId: string, unlink: { at: number; reason: string }) => Promise<unknown>;
    moveChat: (from: string, to: string) => Promise<void>;
  };
};

/**
 * Messages of the bot, in order per chat, as fast as Telegram allows. Telegram knows no key by which it would leave out
 * a second one, so each is sent at most once: again only when it certainly was not sent
 * (docs/decisions/0015-telegram-bot.md).
 */
export function createTelegramChannel(options: {
  telegram: TelegramSender;
  clock: Clock;
  /** Measures the pace: setting the clock back must not delay messages. */
  monotonicClock: MonotonicClock;
}): Channel {
  const { telegram, clock, monotonicClock } = options;
  const { chats } = telegram;
  const pace = createSendPace();

  /** Holds all chats, longer after each attempt; returns for how many milliseconds. */
  const pauseAll = (attempts: number): number => {
    const pauseMs = Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** Math.min(attempts, 10));
    pace.holdAll(monotonicClock.elapsedMs() + pauseMs);
    return pauseMs;
  };

  const toAttempt = async (
    { chatId, attempts }: { chatId: string; attempts: number },
    { kind, description: failure, retryAfterS, movedTo }: Failure,
  ): Promise<Attempt> => {
    switch (kind) {
      case 'too-many': {
        const now = monotonicClock.elapsedMs();
        const afterMs = retryAfterS * 1000;
        pace.holdChat(chatId, now + afterMs);
        pace.holdAll(now + Math.min(afterMs, SHARED_PAUSE_MS));
        return { outcome: 'retry', failure, afterMs };
      }
      case 'chat-gone':
        await chats.unlinkChat(chatId, { at: clock.now(), reason: failure });
        return { outcome: 'gone', failure };
      case 'chat-moved':
        if (movedTo === undefined) return { outcome: 'refused', failure };
        await chats.moveChat(chatId, movedTo);
        return { outcome: 'moved', failure, to: movedTo };
      case 'refused':
        return { outcome: 'refused', failure };
      case 'unknown':
        pauseAll(attempts);
        return { outcome: 'unknown', failure };
      default:
        return { outcome: 'retry', failure, afterMs: pauseAll(attempts) };
    }
  };

  return {
    ...{ name: 'telegram', keepsOrder: true, repeats: false, tries: Number.POSITIVE_INFINITY },
    // Few: when the network hangs, the fate of each call stays unknown. Enough for the pace that Telegram allows.
    callsAtOnce: 5,
    everyMs: READ_EVERY_MS,
    isReady: telegram.isWorking,
    takeTurn: (chatId) => {
      const now = monotonicClock.elapsedMs();
      const isFree = pace.waitMs(chatId, now) === 0;
      if (isFree) pace.spend(chatId, now);
      return isFree;
    },
    open: async ({ recipient: chatId, userId }) => {
      if (userId !== null && (await chats.findActor(chatId))?.id !== userId) return undefined;
      return async (message, signal) => {
        const { partsSent, attempts } = message;
        const parts = messageParts(textWithLink(message));
        const text = parts[partsSent];
        if (text === undefined) return { outcome: 'sent' };
        const result = await telegram.sendMessage({ chatId, text }, signal);
        if (result !== 'sent') return toAttempt({ chatId, attempts }, result);
        return { outcome: partsSent + 1 < parts.length ? 'part-sent' : 'sent' };
      };
    },
  };
}
