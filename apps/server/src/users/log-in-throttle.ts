import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { MonotonicClock } from '../platform/clock.ts';
import { networkOf, networksOf } from '../platform/network-of.ts';
import { foldUsername } from './fold-username.ts';
import { createGrowingDelay } from './growing-delay.ts';

const WINDOW_S = 5 * 60;
const FAILURES_PER_ACCOUNT_AND_NETWORK = 10;
/**
 * Of the network, and of those around it: somebody who tries one password at each of many accounts has many networks,
 * those of one customer or of one rack.
 */
const FAILURES_PER_NETWORK = [100, 200, 400];
/** Of an account from everywhere: more than a forgetful person needs, before guesses from many places slow down. */
const ANYWHERE = { freeFailures: 20, firstMs: 1000, longestMs: 60_000, forgetMs: 60 * 60 * 1000 };

export type Attempt = {
  username: string;
  address: string;
  /** A browser known to the account, or an open session of it: its failures and those of others count apart. */
  countedAs?: string | undefined;
};

/**
 * Limits guesses per account and network, per network and those around it, and per account over all networks
 * (docs/rules.md#passwords). Nothing locks for good: the first ones forget failures after five minutes, the last only
 * slows down.
 */
export type LogInThrottle = {
  /** Seconds until the next attempt is allowed; undefined when it is allowed now. */
  waitFor: (attempt: Attempt) => Promise<number | undefined>;
  failed: (attempt: Attempt) => Promise<void>;
  succeeded: (attempt: Attempt) => Promise<void>;
};

export function createLogInThrottle({ monotonicClock }: { monotonicClock: MonotonicClock }): LogInThrottle {
  const account = new RateLimiterMemory({ points: FAILURES_PER_ACCOUNT_AND_NETWORK, duration: WINDOW_S });
  const networks = FAILURES_PER_NETWORK.map(
    (points) => new RateLimiterMemory({ points, duration: WINDOW_S }),
  );
  const countsOf = (address: string) => {
    const keys = networksOf(address);
    return networks.flatMap((limiter, index) => {
      const key = keys[index];
      return key === undefined ? [] : [{ limiter, key }];
    });
  };
  const anywhere = createGrowingDelay({ ...ANYWHERE, monotonicClock });

  return {
    waitFor: async (attempt) => {
      const waits = await Promise.all([
        waitOf(account, accountKey(attempt)),
        ...(attempt.countedAs === undefined
          ? countsOf(attempt.address).map(({ limiter, key }) => waitOf(limiter, key))
          : []),
      ]);
      if (attempt.countedAs === undefined) waits.push(anywhere.waitMs(foldUsername(attempt.username)));
      const longestMs = Math.max(...waits);
      return longestMs <= 0 ? undefined : Math.ceil(longestMs / 1000);
    },
    failed: async (attempt) => {
      await spend(account, accountKey(attempt));
      if (attempt.countedAs !== undefined) return;
      for (const { limiter, key } of countsOf(attempt.address)) await spend(limiter, key);
      anywhere.failed(foldUsername(attempt.username));
    },
    succeeded: async (attempt) => {
      await account.delete(accountKey(attempt));
    },
  };
}

/** What was counted of an attempt to log in. */
export type CountedAttempt = Attempt & { outcome: 'failed' | 'succeeded' };

/**
 * Counts here, and publishes what was counted: several servers that work as one count together. Nothing else that a
 * caller's object may hold is handed on.
 */
export function createSharedThrottle(
  throttle: LogInThrottle,
  publish: (counted: CountedAttempt) => void,
): LogInThrottle {
  const publishAs = (outcome: CountedAttempt['outcome'], { username, address, countedAs }: Attempt) =>
    publish({ outcome, username, address, ...(countedAs !== undefined && { countedAs }) });
  return {
    waitFor: throttle.waitFor,
    failed: (attempt) => {
      publishAs('failed', attempt);
      return throttle.failed(attempt);
    },
    succeeded: (attempt) => {
      publishAs('succeeded', attempt);
      return throttle.succeeded(attempt);
    },
  };
}

function accountKey({ username, address, countedAs }: Attempt): string {
  return `${countedAs ?? networkOf(address)} ${foldUsername(username)}`;
}

async function waitOf(limiter: RateLimiterMemory, key: string): Promise<number> {
  const spent = await limiter.get(key);
  return spent !== null && spent.remainingPoints <= 0 ? Math.max(spent.msBeforeNext, 1) : 0;
}

async function spend(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (spent) {
    // The library rejects with its result when no points are left. That is not an error.
    if (!(spent instanceof RateLimiterRes)) throw spent;
  }
}
