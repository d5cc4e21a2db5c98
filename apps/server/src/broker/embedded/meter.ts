import type { Allowance, Pace } from './limits.ts';

/** Measures what a client sends against what it may send. Times are ms of one monotonic clock. */
export type Meter = {
  /** Takes one message, if it may come now. Resets nothing when it may not. */
  takeMessage: (now: number) => boolean;
  /** So many bytes were taken. */
  takeBytes: (bytes: number, now: number) => void;
  /** How long until another message may come; 0: now. */
  waitMs: (now: number) => number;
  /** How many bytes may come within so many ms at its pace. */
  bytesWithin: (ms: number) => number;
};

export function createMeter({ messages, bytes }: Pace, startedAt: number): Meter {
  const messageBucket = createBucket(messages, startedAt);
  const byteBucket = createBucket(bytes, startedAt);
  const waitMs = (now: number) => Math.max(messageBucket.waitMs(1, now), byteBucket.waitMs(1, now));
  return {
    takeMessage: (now) => {
      if (waitMs(now) > 0) return false;
      messageBucket.take(1, now);
      return true;
    },
    takeBytes: byteBucket.take,
    waitMs,
    bytesWithin: (ms) => (bytes.perSecond * ms) / 1000,
  };
}

/** Holds `burst` tokens and gains `perSecond`; it may be overdrawn, and then is refilled first. */
function createBucket({ burst, perSecond }: Allowance, startedAt: number) {
  let tokens = burst;
  let at = startedAt;
  const refill = (now: number) => {
    tokens = Math.min(burst, tokens + ((now - at) * perSecond) / 1000);
    at = now;
  };
  return {
    take: (count: number, now: number) => {
      refill(now);
      tokens -= count;
    },
    waitMs: (count: number, now: number) => {
      refill(now);
      return tokens >= count ? 0 : Math.ceil(((count - tokens) * 1000) / perSecond);
    },
  };
}
