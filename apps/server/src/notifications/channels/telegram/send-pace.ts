/** A little longer than a second and a minute: messages may arrive closer together than they were sent. */
const SECOND_MS = 1100;
const MINUTE_MS = 61_000;
const ALL_CHATS = '';

/**
 * When the next message may be sent, by the limits that Telegram states (core.telegram.org/bots/faq, "My bot is
 * hitting limits"): 30 a second in all, one a second per chat, 20 a minute per group or channel, each in any second or
 * minute. The periods of createRateLimiter would let twice as many through at their border, and Telegram then refuses
 * all messages to the chat for a while. After a `retry_after` it holds messages back. Times are those of a
 * monotonicClock, in milliseconds.
 */
export function createSendPace() {
  /** When messages of the last minute were sent, by chat. */
  const sent = new Map<string, readonly number[]>();
  const heldUntil = new Map<string, number>();
  let sweptAt = Number.NEGATIVE_INFINITY;

  const waitOf = (chatId: string, most: number, windowMs: number, now: number) => {
    const oldestThatCounts = sent.get(chatId)?.at(-most);
    return oldestThatCounts === undefined ? 0 : oldestThatCounts + windowMs - now;
  };
  /** Forgets what limits nothing any more. */
  const sweep = (now: number) => {
    for (const [chatId, times] of sent) if ((times.at(-1) ?? 0) <= now - MINUTE_MS) sent.delete(chatId);
    for (const [chatId, until] of heldUntil) if (until <= now) heldUntil.delete(chatId);
    sweptAt = now;
  };
  /** Sends nothing to the chat until that time. */
  const holdChat = (chatId: string, until: number) => {
    heldUntil.set(chatId, Math.max(until, heldUntil.get(chatId) ?? until));
  };

  return {
    /** How long until a message to the chat may be sent; 0: now. */
    waitMs: (chatId: string, now: number): number =>
      Math.max(
        0,
        waitOf(ALL_CHATS, 30, SECOND_MS, now),
        waitOf(chatId, 1, SECOND_MS, now),
        isGroupOrChannel(chatId) ? waitOf(chatId, 20, MINUTE_MS, now) : 0,
        ...[ALL_CHATS, chatId].map((held) => (heldUntil.get(held) ?? now) - now),
      ),
    /** Counts a message that is sent now. */
    spend: (chatId: string, now: number): void => {
      if (now - sweptAt >= MINUTE_MS) sweep(now);
      for (const key of [ALL_CHATS, chatId]) sent.set(key, [...(sent.get(key) ?? []), now].slice(-30));
    },
    holdChat,
    /** Sends nothing to any chat until that time. */
    holdAll: (until: number) => holdChat(ALL_CHATS, until),
  };
}

function isGroupOrChannel(chatId: string): boolean {
  return chatId.startsWith('-') || chatId.startsWith('@');
}
