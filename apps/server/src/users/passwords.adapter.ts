import { hash, type Options, verify } from '@node-rs/argon2';
import { createLimiter } from '../platform/limiter.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Passwords } from './passwords.port.ts';

/** docs/rules.md#passwords. The default algorithm of the library is argon2id. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } satisfies Options;
/** No password matches this hash. Verifying against it costs as much as against a real one. */
const UNMATCHABLE_HASH = [
  `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}`,
  'A'.repeat(22),
  'A'.repeat(43),
].join('$');
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
export function createPasswords(): Passwords {
  const queues = { stranger: createQueue(STRANGERS_AT_ONCE), known: createQueue(KNOWN_AT_ONCE) };
  return {
    hash: (password) => queues.known(() => hash(password, COST)),
    verify: (password, stored, from) =>
      queues[from](async () => {
        const matches = await verify(stored ?? UNMATCHABLE_HASH, password);
        return matches && stored !== undefined;
      }),
  };
}

type Queue = <T>(work: () => Promise<T>) => Promise<T | Refusal>;

function createQueue(atOnce: number): Queue {
  const limiter = createLimiter(atOnce);
  let waiting = 0;
  return async (work) => {
    if (waiting >= WAITING_AT_MOST) return BUSY;
    waiting += 1;
    try {
      return await limiter.run(work);
    } finally {
      waiting -= 1;
    }
  };
}
