import type { Refusal } from '../platform/refusal.ts';

export type Passwords = {
  /** A hash to store; a refusal when too many wait for theirs. */
  hash: (password: string) => Promise<string | Refusal>;
  /** True when the password is that of the hash. Without a hash it takes as long and is false. */
  verify: (password: string, hash: string | undefined) => Promise<boolean | Refusal>;
};
