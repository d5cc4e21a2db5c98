import type { Refusal } from '../platform/refusal.ts';
import type { Secret } from '../platform/secret.ts';

/** What argon2id spends on a hash: memory in KiB, passes over it, threads. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number };

export type Passwords = {
  /** Resolves to a hash to store, or to a refusal when too many requests wait. Strangers do not hold it up. */
  hash: (password: Secret) => Promise<Secret | Refusal>;
  /**
   * True when the password matches the hash. Without a hash it is false, after the same time. Strangers wait in a
   * queue of their own, so that their flood keeps out nobody who is known.
   */
  verify: (
    password: Secret,
    hash: Secret | undefined,
    from: 'stranger' | 'known',
  ) => Promise<boolean | Refusal>;
};
