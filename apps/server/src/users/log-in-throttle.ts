import type { MonotonicClock } from '../platform/clock.ts';
import { networkOf, networksOf } from '../platform/network-of.ts';
import { createRateLimiter } from '../platform/rate-limiter.ts';
import { foldUsername } from './fold-username.ts';
import { createGrowingDelay } from './growing-delay.ts';

const WINDOW_MS = 5 * 60 * 1000;
const FAILURES_PER_ACCOUNT_AND_NETWORK = { points: 10, perMs: WINDOW_MS };
/**
 * Of the network, and of those around it: somebody who tries one password at each of many accounts has many networks,
 * those of one customer or of one rack.
 */
const FAILURES_PER_NETWORK = [100, 200, 400].map((points) => ({ points, perMs: WINDOW_MS }));
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
  const account = createRateLimiter(FAILURES_PER_ACCOUNT_AND_NETWORK);
  const networks = FAILURES_PER_NETWORK.map(createRateLimiter);
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
        account.waitMs(accountKey(attempt)),
        ...(attempt.countedAs === undefined
          ? countsOf(attempt.address).map(({ limiter, key }) => limiter.waitMs(key))
          : []),
      ]);
      if (attempt.countedAs === undefined) waits.push(anywhere.waitMs(foldUsername(attempt.username)));
      const longestMs = Math.max(...waits);
      return longestMs <= 0 ? undefined : Math.ceil(longestMs / 1000);
    },
    failed: async (attempt) => {
      await account.take(accountKey(attempt));
      if (attempt.countedAs !== undefined) return;
      for (const { limiter, key } of countsOf(attempt.address)) await limiter.take(key);
      anywhere.failed(foldUsername(attempt.username));
    },
    succeeded: (attempt) => account.forget(accountKey(attempt)),
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
