import type { BotUpdate } from './bot-update.ts';

export type TelegramFailureKind =
  /** The token is wrong or revoked. */
  | 'unauthorized'
  /** Somebody else polls with the same token, or a webhook is set. */
  | 'conflict'
  /** Too fast: see `retryAfterS`. */
  | 'too-many'
  /** The chat does not exist, or does not want the bot. */
  | 'chat-gone'
  /** The group has become another one: see `movedTo`. */
  | 'chat-moved'
  /** Telegram will never take this call. */
  | 'refused'
  /** It certainly had no effect: nobody answered the door, or Telegram said that it failed. */
  | 'unavailable'
  /** It may have had its effect: no answer, or one without sense. */
  | 'unknown';

/** A call that failed, as a value; the description never holds the token. */
export class TelegramFailure {
  readonly kind: TelegramFailureKind;
  readonly description: string;
  readonly retryAfterS: number;
  readonly movedTo: string | undefined;

  constructor(
    kind: TelegramFailureKind,
    failure: { description: string; retryAfterS?: number; movedTo?: string },
  ) {
    this.kind = kind;
    this.description = failure.description;
    this.retryAfterS = failure.retryAfterS ?? 1;
    this.movedTo = failure.movedTo;
  }
}

export type BotIdentity = { id: number; username: string };

/** The calls of the Bot API that the bot makes. None rejects; each ends in bounded time, and at once when its signal aborts. */
export type Telegram = {
  getMe: (signal: AbortSignal) => Promise<BotIdentity | TelegramFailure>;
  /** What came since the offset (which tells Telegram to forget what was before), waiting up to `waitS` seconds for the first. */
  getUpdates: (
    poll: { offset: number | undefined; waitS: number },
    signal: AbortSignal,
  ) => Promise<readonly BotUpdate[] | TelegramFailure>;
  /** Sends one message, literally: nothing in it is markup. */
  sendMessage: (
    message: { chatId: string; text: string },
    signal: AbortSignal,
  ) => Promise<'sent' | TelegramFailure>;
};
