import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { Refusal } from '../platform/refusal.ts';
import { Secret } from '../platform/secret.ts';
import type { PasswordCost, Passwords } from './passwords.port.ts';

/** docs/rules.md#passwords. The default algorithm of the library is argon2id. */
const COST: PasswordCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
const STRANGERS_AT_ONCE = 2;
const KNOWN_AT_ONCE = 1;
const WAITING_AT_MOST = 100;
const BUSY_RETRY_S = 5;

const BUSY = new Refusal('too-many', {
  code: 'too-many-log-ins',
  message: 'Troppi accessi in questo momento: riprova fra poco',
  retryAfterS: BUSY_RETRY_S,
});

/** Hashes with argon2id, few at a time, so that a flood of log-ins leaves memory and processor time for commands. */
export function createPasswords(cost: PasswordCost = COST): Passwords {
  const unmatchable = unmatchableHash(cost);
  const queues = { stranger: createQueue(STRANGERS_AT_ONCE), known: createQueue(KNOWN_AT_ONCE) };
  return {
    hash: (password) => queues.known(async () => new Secret(await hash(password.reveal(), cost))),
    verify: (password, stored, from) =>
      queues[from](async () => {
        const matches = await verify(stored?.reveal() ?? unmatchable, password.reveal());
        return matches && stored !== undefined;
      }),
  };
}

/** No password matches this hash. Verifying against it costs as much as against a real one. */
function unmatchableHash({ memoryCost, timeCost, parallelism }: PasswordCost): string {
  return [
    `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}`,
    'A'.repeat(22),
    'A'.repeat(43),
  ].join('$');
}

type Queue = <T>(work: () => Promise<T>) => Promise<T | Refusal>;

function createQueue(atOnce: number): Queue {
  const limiter = pLimit(atOnce);
  let waiting = 0;
  return async (work) => {
    if (waiting >= WAITING_AT_MOST) return BUSY;
    waiting += 1;
    try {
      return await limiter(work);
    } finally {
      waiting -= 1;
    }
  };
}
