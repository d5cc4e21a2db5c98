/**
 * A rate limit per key: at most so many in any period of a given length. Times are milliseconds of one clock or
 * monotonicClock. (The limiter of the log-in counts by fixed windows, which let twice as many through at their border.)
 */
export type SlidingWindow = {
  /** How long until one more is allowed for the key; 0: now. */
  waitMs: (key: string, now: number) => number;
  /** Counts one for the key. */
  spend: (key: string, now: number) => void;
};

/** At most `most` per key in any `windowMs`. What a clock that was set back makes future does not count. */
export function createSlidingWindow({ most, windowMs }: { most: number; windowMs: number }): SlidingWindow {
  const spent = new Map<string, number[]>();
  let lastSweep = Number.NEGATIVE_INFINITY;
  const recent = (key: string, now: number) =>
    (spent.get(key) ?? []).filter((at) => at > now - windowMs && at <= now);

  const sweep = (now: number) => {
    for (const key of spent.keys()) if (recent(key, now).length === 0) spent.delete(key);
    lastSweep = now;
  };

  return {
    waitMs: (key, now) => {
      const times = recent(key, now);
      const oldestThatCounts = times.at(-most);
      return oldestThatCounts === undefined ? 0 : oldestThatCounts + windowMs - now;
    },
    /** Counts one for the key. */
    spend: (key, now) => {
      if (now - lastSweep >= windowMs) sweep(now);
      spent.set(key, recent(key, now).concat(now));
    },
  };
}
