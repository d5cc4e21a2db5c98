/** How much of something each key may have: so much at once, and so much more each second. */
export type Allowance = { burst: number; perSecond: number };

/**
 * A token bucket for each key. `take` returns 0 when the cost was taken, else in how many milliseconds it could be;
 * then nothing was taken. `now` is milliseconds of a monotonic clock.
 */
export type TokenBuckets = { take: (key: string, now: number, cost?: number) => number };

/** More buckets than this are looked through for full ones, which say nothing. */
const SWEEP_FROM = 1000;

export function createTokenBuckets({ burst, perSecond }: Allowance): TokenBuckets {
  const buckets = new Map<string, { tokens: number; at: number }>();
  const tokensOf = (key: string, now: number) => {
    const bucket = buckets.get(key);
    return bucket ? Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond) : burst;
  };
  const sweep = (now: number) => {
    for (const key of buckets.keys()) if (tokensOf(key, now) >= burst) buckets.delete(key);
  };
  return {
    take: (key, now, cost = 1) => {
      if (buckets.size >= SWEEP_FROM) sweep(now);
      // Dearer than all that a bucket holds, it would never be given.
      const price = Math.min(cost, burst);
      const tokens = tokensOf(key, now);
      if (tokens < price) return Math.ceil(((price - tokens) / perSecond) * 1000);
      buckets.set(key, { tokens: tokens - price, at: now });
      return 0;
    },
  };
}
