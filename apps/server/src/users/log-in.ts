import type { CallingBrowser } from '../http/handlers.ts';
import type { Clock } from '../platform/clock.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Secret } from '../platform/secret.ts';
import { type CheckCode, wrongCode } from './check-code.ts';
import { createFailedLogIns } from './failed-log-ins.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import type { LogInThrottle } from './log-in-throttle.ts';
import type { PasskeysRepository } from './passkeys/passkeys.repository.ts';
import type { Passwords } from './passwords.port.ts';
import type { SecondFactorsRepository } from './second-factors.repository.ts';
import type { StartSession } from './start-session.ts';
import type { UsersRepository } from './users.repository.ts';
import { verifyPassword } from './verify-password.ts';

const WRONG = new Refusal('unauthenticated', {
  code: 'invalid-credentials',
  message: 'Credenziali non valide',
});

const CODE_REQUIRED = new Refusal('unauthenticated', {
  code: 'second-factor-required',
  message: 'Serve anche il codice dell’app di autenticazione',
});

const PASSKEY_REQUIRED = new Refusal('unauthenticated', {
  code: 'passkey-required',
  message: 'Serve anche la passkey, o un codice',
});

const WRONG_CODE = wrongCode('unauthenticated');

export type LogIn = (attempt: {
  username: string;
  password: Secret;
  code?: string | undefined;
  address: string;
  browser: CallingBrowser;
}) => Promise<{ accessToken: Secret } | Refusal>;

type Options = {
  repository: Pick<UsersRepository, 'findByUsername' | 'recordFailedLogIns'>;
  passwords: Pick<Passwords, 'verify'>;
  factors: Pick<SecondFactorsRepository, 'find'>;
  passkeys: Pick<PasskeysRepository, 'credentialIds'>;
  checkCode: CheckCode;
  throttle: LogInThrottle;
  knownBrowsers: KnownBrowsers;
  startSession: StartSession;
  clock: Clock;
};

/**
 * Answers the right password, and code where the user has a second factor, with the token of a new session. Who has a
 * passkey uses that instead (`openPasskeySession`), or a recovery code. An unknown user gets the same answer as a wrong
 * password, after the same time. The browser that sent it becomes known to the account.
 */
export function createLogIn(options: Options): LogIn {
  const { repository, knownBrowsers, clock } = options;
  const failedLogIns = createFailedLogIns(repository.recordFailedLogIns);
  return async ({ username, password, code, address, browser }) => {
    const user = await repository.findByUsername(username);
    const countedAs = knownBrowsers.recognise(user, browser.cookies);
    const attempt = { username, address, countedAs };
    const matches = await verifyPassword(options, attempt, { password, hash: user?.passwordHash });
    if (matches instanceof Refusal) return matches;
    const author = { id: user?.comuneId ?? user?.id ?? null, username, address };
    if (!user || !matches) {
      await failedLogIns.record({ author, at: clock.now() });
      return WRONG;
    }
    const refusal = await refuseCode(options, { userId: user.id, code, countedAs, address });
    if (refusal === WRONG_CODE) await failedLogIns.record({ author, at: clock.now() });
    if (refusal) return refusal;
    await options.throttle.succeeded(attempt);
    const fromKnownBrowser = countedAs !== undefined;
    return options.startSession({ user, by: 'password', fromKnownBrowser, address, browser });
  };
}

/** The refusal of a log-in without the passkey or code that its user needs, or with a wrong one. */
async function refuseCode(
  { factors, passkeys, checkCode }: Pick<Options, 'factors' | 'passkeys' | 'checkCode'>,
  attempt: { userId: number; code: string | undefined; countedAs: string | undefined; address: string },
): Promise<Refusal | undefined> {
  const { code, userId } = attempt;
  const app = await factors.find(userId);
  const sealedSecret = app?.isConfirmed ? app.sealedSecret : undefined;
  const hasPasskey = (await passkeys.credentialIds(userId)).length > 0;
  if (sealedSecret === undefined && !hasPasskey) return undefined;
  if (code === undefined) return hasPasskey ? PASSKEY_REQUIRED : CODE_REQUIRED;
  const isRight = await checkCode({ ...attempt, code, sealedSecret });
  if (isRight instanceof Refusal) return isRight;
  return isRight ? undefined : WRONG_CODE;
}
