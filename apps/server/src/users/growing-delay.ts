import type { MonotonicClock } from '../platform/clock.ts';

/** Whose oldest entry goes when there are more: a flood of invented names must not fill the memory. */
const KEYS_AT_MOST = 50_000;
const MAX_DOUBLINGS = 30;

/**
 * A soft limit per key: after some free failures each further one doubles the pause before the next attempt, up to a
 * longest pause. It never locks, and forgets a key that was quiet for long.
 */
export type GrowingDelay = {
  /** Milliseconds until the next attempt is allowed; 0: now. */
  waitMs: (key: string) => number;
  failed: (key: string) => void;
  /** Forgets the failures of a key: after a success that only its owner can have. */
  forget: (key: string) => void;
};

export function createGrowingDelay(options: {
  freeFailures: number;
  firstMs: number;
  longestMs: number;
  forgetMs: number;
  monotonicClock: MonotonicClock;
}): GrowingDelay {
  const { freeFailures, firstMs, longestMs, forgetMs, monotonicClock } = options;
  const entries = new Map<string, { failures: number; lastAt: number; until: number }>();
  const find = (key: string, now: number) => {
    const entry = entries.get(key);
    if (entry && now - entry.lastAt < forgetMs) return entry;
    entries.delete(key);
    return undefined;
  };

  return {
    waitMs: (key) => {
      const now = monotonicClock.elapsedMs();
      return Math.max(0, (find(key, now)?.until ?? now) - now);
    },
    failed: (key) => {
      const now = monotonicClock.elapsedMs();
      const failures = (find(key, now)?.failures ?? 0) + 1;
      const doublings = Math.min(failures - freeFailures, MAX_DOUBLINGS);
      const pauseMs = doublings < 0 ? 0 : Math.min(firstMs * 2 ** doublings, longestMs);
      // Set anew, it becomes the youngest of the map.
      entries.delete(key);
      entries.set(key, { failures, lastAt: now, until: now + pauseMs });
      const [oldest] = entries.keys();
      if (entries.size > KEYS_AT_MOST && oldest !== undefined) entries.delete(oldest);
    },
    forget: (key) => void entries.delete(key),
  };
}
