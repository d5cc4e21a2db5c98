import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { foldUsername } from './fold-username.ts';

const WINDOW_S = 5 * 60;
const FAILURES_PER_ACCOUNT = 10;
const FAILURES_PER_ADDRESS = 100;

type Attempt = { username: string; address: string };

/** Slows down guessing, per account from an address and per address. It forgets after five minutes: nobody is locked out for good. */
export type LogInThrottle = {
  /** Seconds to wait before the next attempt, or undefined when it may be made now. */
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
    // The library rejects with its result when nothing is left, which is no failure of it.
    if (!(spent instanceof RateLimiterRes)) throw spent;
  }
}
