import type { Refusal } from '../platform/refusal.ts';

export type Passwords = {
  /** Resolves to a hash to store, or to a refusal when too many requests wait. */
  hash: (password: string) => Promise<string | Refusal>;
  /** True when the password matches the hash. Without a hash it is false, after the same time. */
  verify: (password: string, hash: string | undefined) => Promise<boolean | Refusal>;
};
