import { Refusal } from '../platform/refusal.ts';
import type { LogInThrottle } from './log-in-throttle.ts';
import type { Passwords } from './passwords.port.ts';

/**
 * True when the password is that of the hash; false is counted against guessing, and so is any password for an unknown user (no hash).
 * A refusal when the account or the address has failed too often, or when too many wait for their answer.
 */
export async function provePassword(
  { throttle, passwords }: { throttle: LogInThrottle; passwords: Pick<Passwords, 'verify'> },
  attempt: { username: string; address: string; password: string; hash: string | undefined },
): Promise<boolean | Refusal> {
  const waitBefore = await throttle.waitFor(attempt);
  if (waitBefore !== undefined) return tooManyAttempts(waitBefore);
  const matches = await passwords.verify(attempt.password, attempt.hash);
  if (matches instanceof Refusal) return matches;
  // Guesses sent all at once pass the first check together: past the limit none of them may learn its result.
  const waitAfter = await throttle.waitFor(attempt);
  if (waitAfter !== undefined) return tooManyAttempts(waitAfter);
  await (matches ? throttle.succeeded(attempt) : throttle.failed(attempt));
  return matches;
}

function tooManyAttempts(retryAfterS: number): Refusal {
  const message = 'Troppi tentativi di accesso: riprova fra qualche minuto';
  return new Refusal('too-many', { code: 'too-many-attempts', message, retryAfterS });
}
