import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { foldUsername } from './fold-username.ts';

const WINDOW_S = 5 * 60;
const FAILURES_PER_ACCOUNT = 10;
const FAILURES_PER_ADDRESS = 100;

type Attempt = { username: string; address: string };

/**
 * Limits guesses per account and address, and per address (docs/rules.md#passwords). It forgets failures
 * after five minutes.
 */
export type LogInThrottle = {
  /** Seconds until the next attempt is allowed; undefined when it is allowed now. */
  waitFor: (attempt: Attempt) => Promise<number | undefined>;
  failed: (attempt: Attempt) => Promise<void>;
  succeeded: (attempt: Attempt) => Promise<void>;
};

export function createLogInThrottle(): LogInThrottle {
  const account = new RateLimiterMemory({ points: FAILURES_PER_ACCOUNT, duration: WINDOW_S });
  const address = new RateLimiterMemory({ points: FAILURES_PER_ADDRESS, duration: WINDOW_S });
  const accountKey = (attempt: Attempt) => `${attempt.address} ${foldUsername(attempt.username)}`;

  return {
    waitFor: async (attempt) => {
      const [ofAccount, ofAddress] = await Promise.all([
        account.get(accountKey(attempt)),
        address.get(attempt.address),
      ]);
      const waits = [ofAccount, ofAddress].flatMap((spent) =>
        spent !== null && spent.remainingPoints <= 0 ? [Math.ceil(spent.msBeforeNext / 1000)] : [],
      );
      return waits.length === 0 ? undefined : Math.max(...waits, 1);
    },
    failed: async (attempt) => {
      await Promise.all([spend(account, accountKey(attempt)), spend(address, attempt.address)]);
    },
    succeeded: async (attempt) => {
      await account.delete(accountKey(attempt));
    },
  };
}

async function spend(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (spent) {
    // The library rejects with its result when no points are left. That is not an error.
    if (!(spent instanceof RateLimiterRes)) throw spent;
  }
}
