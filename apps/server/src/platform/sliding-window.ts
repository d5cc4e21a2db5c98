/** How much of something is allowed per key in any stretch of time. Times are in milliseconds, a clock's or a stopwatch's. */
export type SlidingWindow = {
  /** How long until one more is allowed for the key: 0 when it is now. */
  waitMs: (key: string, now: number) => number;
  spend: (key: string, now: number) => void;
};

/** At most `most` per key in any `windowMs`; nothing waits for a clock that was set back. Pure but for what it remembers, which is no more than one window. */
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
    spend: (key, now) => {
      if (now - lastSweep >= windowMs) sweep(now);
      spent.set(key, [...recent(key, now), now]);
    },
  };
}
