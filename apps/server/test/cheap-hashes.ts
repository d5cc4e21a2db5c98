import type { PasswordCost } from '../src/users/passwords.port.ts';

/** The least that argon2id can spend: most tests log in, few are about what a hash costs. */
export const CHEAP_HASHES: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
