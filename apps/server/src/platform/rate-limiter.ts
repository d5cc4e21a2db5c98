import type { RateLimit } from '@semaforo/contract/api/limits';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** Counts by key against a limit. What is counted counts at once, before the promise is resolved. */
export type RateLimiter = {
  /** Counts so many; resolves to 0, or when they are too many to the ms until the period is over. */
  take: (key: string, cost?: number) => Promise<number>;
  /** How many ms until one more is allowed; 0: now. Counts nothing. */
  waitMs: (key: string) => Promise<number>;
  /** Forgets what was counted of the key. */
  forget: (key: string) => Promise<void>;
};

/** Creates the counts of one limit, in this process. */
export function createRateLimiter({ points, perMs }: RateLimit): RateLimiter {
  const counts = new RateLimiterMemory({ points, duration: perMs / 1000 });
  // By the time of day, which may be set; the library's timer ends the period after perMs all the same.
  const rest = (ms: number) => Math.min(perMs, Math.max(1, ms));
  return {
    take: async (key, cost = 1) => {
      // What costs more than the whole limit would never be allowed.
      const { consumedPoints, msBeforeNext } = await counts.penalty(key, Math.min(cost, points));
      return consumedPoints <= points ? 0 : rest(msBeforeNext);
    },
    waitMs: async (key) => {
      const counted = await counts.get(key);
      return counted && counted.consumedPoints >= points ? rest(counted.msBeforeNext) : 0;
    },
    forget: async (key) => {
      await counts.delete(key);
    },
  };
}
