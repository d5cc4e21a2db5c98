import type { BotUpdate } from './bot-update.ts';

export type TelegramFailureKind =
  /** The token is wrong or revoked. */
  | 'unauthorized'
  /** Another program polls with the same token, or a webhook is set. */
  | 'conflict'
  /** The bot sends too fast: see `retryAfterS`. */
  | 'too-many'
  /** The chat does not exist, or has blocked the bot. */
  | 'chat-gone'
  /** The group has a new id: see `movedTo`. */
  | 'chat-moved'
  /** Telegram refuses this call for good. */
  | 'refused'
  /** The call certainly had no effect: Telegram was not reached, or said that it failed. */
  | 'unavailable'
  /** The call may have had its effect: there was no answer, or one that makes no sense. */
  | 'unknown';

/** A call that failed, as a value. The description never contains the token. */
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

/**
 * The calls of the Bot API that the bot makes. None rejects. Each ends within a limit of time, and at once when its
 * signal aborts.
 */
export type Telegram = {
  getMe: (signal: AbortSignal) => Promise<BotIdentity | TelegramFailure>;
  /** The updates from the offset on, which confirms those before it; waits up to `waitS` seconds for the first. */
  getUpdates: (
    poll: { offset: number | undefined; waitS: number },
    signal: AbortSignal,
  ) => Promise<readonly BotUpdate[] | TelegramFailure>;
  /** Sends one message as plain text. */
  sendMessage: (
    message: { chatId: string; text: string },
    signal: AbortSignal,
  ) => Promise<'sent' | TelegramFailure>;
};
