import { createHash, randomBytes } from 'node:crypto';
import { formatDuration } from '@semaforo/contract/domain/italian';
import type { Clock } from '../platform/clock.ts';
import { networkOf } from '../platform/network-of.ts';
import { Refusal, type RefusalKind } from '../platform/refusal.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { GrowingDelay } from './growing-delay.ts';
import type { SecondFactorsRepository } from './second-factors.repository.ts';
import { stepOf, toBase32 } from './totp.ts';

const RECOVERY_CODES = 10;
const RECOVERY_CODE_BYTES = 10;
/** Per user and network, or browser: five typing errors, then pauses that double up to a quarter of an hour. */
export const CODE_DELAY = {
  freeFailures: 5,
  firstMs: 2000,
  longestMs: 15 * 60 * 1000,
  forgetMs: 24 * 60 * 60 * 1000,
};

/** Of the codes of the app per user from everywhere: a million codes are guessed from many networks, too. */
export const CODE_DELAY_ANYWHERE = { ...CODE_DELAY, freeFailures: 50, longestMs: 5 * 60 * 1000 };

const SIX_DIGITS = /^\d{6}$/;

type Counted = { userId: number; code: string; countedAs: string | undefined; address: string };

export type CheckCode = ReturnType<typeof createCheckCode>;

/** What a wrong code is answered with: a 401 at log-in, a 400 in an open session. */
export function wrongCode(kind: Extract<RefusalKind, 'unauthenticated' | 'invalid'>): Refusal {
  const message = 'Codice scaduto: scrivi quello che l’app mostra adesso.';
  return new Refusal(kind, { code: 'wrong-code', message });
}

/**
 * Checks a code of the app, whose secret that is, or a recovery code, and uses it up: none counts twice. `countedAs`
 * names whose failures count together; without it they are those of the network. Recovery codes, of 80 random bits,
 * count by themselves, so that guesses at the app's code do not keep their owner out. Resolves to a refusal when too
 * many were wrong.
 */
export function createCheckCode(options: {
  factors: Pick<SecondFactorsRepository, 'useStep' | 'useRecoveryCode'>;
  secrets: Pick<Secrets, 'open'>;
  delay: GrowingDelay;
  delayAnywhere: GrowingDelay;
  clock: Clock;
}) {
  const { factors, delay, delayAnywhere } = options;
  const countsOf = ({ userId, code, countedAs, address }: Counted) => {
    const kind = SIX_DIGITS.test(code) ? 'app' : 'recovery';
    const here = { by: delay, key: `${userId} ${kind} ${countedAs ?? networkOf(address)}` };
    const isGuessedAnywhere = kind === 'app' && countedAs === undefined;
    return isGuessedAnywhere ? [here, { by: delayAnywhere, key: String(userId) }] : [here];
  };
  return async (attempt: Counted & { sealedSecret: string | undefined }): Promise<boolean | Refusal> => {
    const { userId, sealedSecret } = attempt;
    const code = plainCode(attempt.code);
    const counts = countsOf({ ...attempt, code });
    const waitMs = Math.max(...counts.map((count) => count.by.waitMs(count.key)));
    if (waitMs > 0) return tooManyCodes(waitMs);
    // It counts before it is checked, so that simultaneous guesses do not pass together.
    for (const { by, key } of counts) by.failed(key);
    const step = stepIn(options, sealedSecret, code);
    const isRight =
      step === undefined
        ? await factors.useRecoveryCode(userId, hashOfRecoveryCode(userId, code))
        : await factors.useStep(userId, step);
    if (isRight) for (const { by, key } of counts) by.forget(key);
    return isRight;
  };
}

/** The time step of a code of the app; undefined for any other code, and for a secret sealed with another key. */
export function stepIn(
  { secrets, clock }: { secrets: Pick<Secrets, 'open'>; clock: Clock },
  sealedSecret: string | undefined,
  code: string,
): number | undefined {
  const secret = sealedSecret === undefined ? undefined : secrets.open(sealedSecret);
  return secret === undefined
    ? undefined
    : stepOf(Buffer.from(secret, 'base64url'), plainCode(code), clock.now());
}

/** Ten new recovery codes, in groups of four letters and digits. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    (toBase32(randomBytes(RECOVERY_CODE_BYTES)).match(/.{4}/g) ?? []).join('-'),
  );
}

/** What is stored of a recovery code. It has 80 random bits, so a fast hash is enough. */
export function hashOfRecoveryCode(userId: number, code: string): string {
  return createHash('sha256')
    .update(`${userId} ${plainCode(code)}`)
    .digest('base64url');
}

function plainCode(code: string): string {
  return code.replace(/[\s-]+/g, '').toUpperCase();
}

function tooManyCodes(waitMs: number): Refusal {
  const retryAfterS = Math.ceil(waitMs / 1000);
  return new Refusal('too-many', {
    code: 'too-many-attempts',
    message: `Troppi codici sbagliati: riprova fra ${formatDuration(retryAfterS * 1000)}`,
    retryAfterS,
  });
}
