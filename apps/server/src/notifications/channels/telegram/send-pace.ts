/**
 * When the next message may be sent, by the limits that Telegram states (core.telegram.org/bots/faq, "My bot is
 * hitting limits"): 30 a second in all, one a second per chat, 20 a minute per group or channel. After a
 * `retry_after` it holds messages back. Times are those of a monotonicClock, in milliseconds.
 */
export type SendPace = {
  /** How long until a message to the chat may be sent; 0: now. */
  waitMs: (chatId: string, now: number) => number;
  /** Counts a message that is sent now. */
  spend: (chatId: string, now: number) => void;
  /** Sends nothing to the chat until that time. */
  holdChat: (chatId: string, until: number) => void;
  /** Sends nothing to any chat until that time. */
  holdAll: (until: number) => void;
};

/** A little longer than a second and a minute: messages may arrive closer together than they were sent. */
const SECOND_MS = 1100;
const MINUTE_MS = 61_000;
const ALL_CHATS = '';

export function createSendPace(): SendPace {
  const overall = createSlidingWindow({ most: 30, windowMs: SECOND_MS });
  const perChat = createSlidingWindow({ most: 1, windowMs: SECOND_MS });
  const perGroup = createSlidingWindow({ most: 20, windowMs: MINUTE_MS });
  const heldUntil = new Map<string, number>();

  const heldMs = (key: string, now: number) => {
    const until = heldUntil.get(key) ?? now;
    if (until <= now) heldUntil.delete(key);
    return Math.max(0, until - now);
  };
  const hold = (key: string, until: number) => {
    heldUntil.set(key, Math.max(until, heldUntil.get(key) ?? until));
  };

  return {
    waitMs: (chatId, now) =>
      Math.max(
        overall.waitMs(ALL_CHATS, now),
        perChat.waitMs(chatId, now),
        isGroupOrChannel(chatId) ? perGroup.waitMs(chatId, now) : 0,
        heldMs(ALL_CHATS, now),
        heldMs(chatId, now),
      ),
    spend: (chatId, now) => {
      overall.spend(ALL_CHATS, now);
      perChat.spend(chatId, now);
      if (isGroupOrChannel(chatId)) perGroup.spend(chatId, now);
    },
    holdChat: hold,
    holdAll: (until) => hold(ALL_CHATS, until),
  };
}

function isGroupOrChannel(chatId: string): boolean {
  return chatId.startsWith('-') || chatId.startsWith('@');
}

/**
 * At most `most` per key in any `windowMs`. The periods of createRateLimiter would let twice as many through at their
 * border, and Telegram then refuses all messages to the chat for a while.
 */
function createSlidingWindow({ most, windowMs }: { most: number; windowMs: number }) {
  const spent = new Map<string, number[]>();
  let lastSweep = Number.NEGATIVE_INFINITY;
  const recent = (key: string, now: number) =>
    (spent.get(key) ?? []).filter((at) => at > now - windowMs && at <= now);

  const sweep = (now: number) => {
    for (const key of spent.keys()) if (recent(key, now).length === 0) spent.delete(key);
    lastSweep = now;
  };

  return {
    waitMs: (key: string, now: number) => {
      const times = recent(key, now);
      const oldestThatCounts = times.at(-most);
      return oldestThatCounts === undefined ? 0 : oldestThatCounts + windowMs - now;
    },
    /** Counts one for the key. */
    spend: (key: string, now: number) => {
      if (now - lastSweep >= windowMs) sweep(now);
      spent.set(key, recent(key, now).concat(now));
    },
  };
}
