import { createHmac } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import { Refusal } from '../platform/refusal.ts';
import { answerOf } from './failures.ts';
import type {
  FirstUse,
  IdempotentAnswersRepository,
  KeyUse,
  StoredAnswer,
} from './idempotent-answers.repository.ts';

/** docs/rules.md#idempotency */
const KEPT_MS = 24 * 60 * 60_000;

/** One to 200 visible ASCII characters. */
export const KEY_PATTERN = /^[\x21-\x7e]{1,200}$/;

const MALFORMED_KEY = new Refusal('invalid', {
  code: 'invalid-idempotency-key',
  message: 'La Idempotency-Key va da 1 a 200 caratteri ASCII visibili, senza spazi',
});
const REUSED_KEY = new Refusal('conflict', {
  code: 'idempotency-key-reused',
  message: 'Questa Idempotency-Key è già stata usata per un’altra richiesta',
});
const UNFINISHED = new Refusal('conflict', {
  code: 'request-unfinished',
  message:
    'La richiesta con questa Idempotency-Key è in corso o è stata interrotta: ' +
    'controlla lo storico prima di ripeterla con un’altra',
});

/**
 * Acts once per user, key and request (docs/rules.md#idempotency): later requests get the first answer. A refused
 * request did nothing, so its key is free again, unless the refusal says that it acted, or it is a click and the
 * service was not there. A request that failed midway or was cut by a crash may have acted, so its key never acts
 * again.
 */
export type Idempotency = (
  request: KeyUse & {
    content: unknown;
    /** A program, which repeats its own requests only. */
    caller?: string | undefined;
    /** A click has an age: a program that repeats it after an outage must not light what was wanted before. */
    hasAge?: boolean;
  },
  act: () => Promise<StoredAnswer | Refusal>,
) => Promise<StoredAnswer | Refusal>;

export function createIdempotency(options: {
  repository: IdempotentAnswersRepository;
  clock: Clock;
  /** A request may contain a password: without this key what is stored of it tells nothing. */
  hashKey: Uint8Array;
}): Idempotency {
  const { repository, clock } = options;
  return async ({ userId, key, content, caller, hasAge = false }, act) => {
    if (!KEY_PATTERN.test(key)) return MALFORMED_KEY;
    const use = { userId, key: caller === undefined ? key : `${caller} ${key}` };
    const requestHash = createHmac('sha256', options.hashKey)
      .update(JSON.stringify(content))
      .digest('base64url');
    const at = clock.now();
    const first = await repository.claim({ ...use, requestHash, at, forgetUntil: at - KEPT_MS });
    if (first) return answerAgain(first, requestHash);
    const answer = await act();
    if (!(answer instanceof Refusal)) await repository.store(use, answer);
    // Not waited for: the refusal may be there because the database does not answer. The key never acts again, whether
    // the answer is stored or not.
    else if (answer.acted || (hasAge && answer.kind === 'unavailable'))
      void repository.store(use, answerOf(answer)).catch(() => undefined);
    else await repository.release(use);
    return answer;
  };
}

function answerAgain(first: FirstUse, requestHash: string): StoredAnswer | Refusal {
  if (first.requestHash !== requestHash) return REUSED_KEY;
  return first.answer ?? UNFINISHED;
}
