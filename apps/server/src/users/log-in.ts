import type { Clock } from '../platform/clock.ts';
import { Refusal } from '../platform/refusal.ts';
import type { LogInThrottle } from './log-in-throttle.ts';
import type { Passwords } from './passwords.port.ts';
import type { Tokens } from './tokens.port.ts';
import type { UsersRepository } from './users.repository.ts';

const WRONG = new Refusal('unauthenticated', {
  code: 'invalid-credentials',
  message: 'Username o password non corretti',
});

export type LogIn = (attempt: {
  username: string;
  password: string;
  address: string;
}) => Promise<{ accessToken: string } | Refusal>;

/** A token for the right password. An unknown user is answered the same, after the same time. */
export function createLogIn(options: {
  repository: UsersRepository;
  passwords: Passwords;
  tokens: Tokens;
  throttle: LogInThrottle;
  clock: Clock;
}): LogIn {
  const { repository, throttle, clock } = options;
  return async ({ username, password, address }) => {
    const wait = await throttle.waitFor({ username, address });
    if (wait !== undefined) return tooManyAttempts(wait);
    const user = await repository.findByUsername(username);
    const matches = await options.passwords.verify(password, user?.passwordHash);
    if (matches instanceof Refusal) return matches;
    const author = { id: user?.id ?? null, username, address };
    if (!user || !matches) {
      await throttle.failed({ username, address });
      await repository.recordLogIn({ author, at: clock.now(), action: 'users.log-in-failed' });
      return WRONG;
    }
    await throttle.succeeded({ username, address });
    await repository.recordLogIn({ author, at: clock.now(), action: 'users.log-in' });
    return { accessToken: await options.tokens.issue(user) };
  };
}

export function tooManyAttempts(retryAfterS: number): Refusal {
  const message = 'Troppi tentativi di accesso: riprova fra qualche minuto';
  return new Refusal('too-many', { code: 'too-many-attempts', message, retryAfterS });
}
