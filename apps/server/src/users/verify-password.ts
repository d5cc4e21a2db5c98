import { formatDuration } from '@semaforo/contract/domain/italian';
import { Refusal } from '../platform/refusal.ts';
import type { Secret } from '../platform/secret.ts';
import type { Attempt, LogInThrottle } from './log-in-throttle.ts';
import type { Passwords } from './passwords.port.ts';

/**
 * True when the password matches the hash. A wrong password, and any password without a hash, counts as a failed
 * attempt; a right one is the caller's to count, when nothing else is asked. Refuses when account or network failed too
 * often, or when too many requests wait.
 */
export async function verifyPassword(
  { throttle, passwords }: { throttle: LogInThrottle; passwords: Pick<Passwords, 'verify'> },
  attempt: Attempt,
  proof: { password: Secret; hash: Secret | undefined },
): Promise<boolean | Refusal> {
  const waitBefore = await throttle.waitFor(attempt);
  if (waitBefore !== undefined) return tooManyAttempts(waitBefore);
  const matches = await passwords.verify(
    proof.password,
    proof.hash,
    attempt.countedAs === undefined ? 'stranger' : 'known',
  );
  if (matches instanceof Refusal) return matches;
  // Simultaneous guesses pass the first check together. Those over the limit must not learn their result.
  const waitAfter = await throttle.waitFor(attempt);
  if (waitAfter !== undefined) return tooManyAttempts(waitAfter);
  if (!matches) await throttle.failed(attempt);
  return matches;
}

function tooManyAttempts(retryAfterS: number): Refusal {
  const message = `Troppi tentativi di accesso: riprova fra ${formatDuration(retryAfterS * 1000)}`;
  return new Refusal('too-many', { code: 'too-many-attempts', message, retryAfterS });
}
