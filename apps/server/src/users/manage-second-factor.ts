import { randomBytes } from 'node:crypto';
import type { Accepted, Answer } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import type { AuditAuthor } from '../database/audit-trail.ts';
import { authorOf } from '../http/author-of.ts';
import type { CallingBrowser } from '../http/handlers.ts';
import { type Actor, accountOf } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import { Secret } from '../platform/secret.ts';
import type { Secrets } from '../platform/secrets.ts';
import { type CheckCode, createRecoveryCodes, hashOfRecoveryCode, stepIn, wrongCode } from './check-code.ts';
import type { LogInThrottle } from './log-in-throttle.ts';
import { WRONG_PASSWORD } from './manage-users.ts';
import type { CheckPasskey } from './passkeys/manage-passkeys.ts';
import type { Passwords } from './passwords.port.ts';
import type { SecondFactorsRepository, StoredSecondFactor } from './second-factors.repository.ts';
import type { SessionsRepository } from './sessions.repository.ts';
import { toBase32 } from './totp.ts';
import type { UsersRepository } from './users.repository.ts';
import { verifyPassword } from './verify-password.ts';

const SECRET_BYTES = 20;
const ISSUER = 'Semaforo';

const refuse = (code: string, message: string) => new Refusal('conflict', { code, message });
const ALREADY_ON = refuse('second-factor-active', 'Il secondo fattore è già attivo');
const NOT_ON = refuse('second-factor-off', 'Il secondo fattore non è attivo');
const NOT_BEGUN = refuse('second-factor-not-begun', 'Comincia di nuovo: non c’è una chiave da confermare');
const NOT_ONESELF = refuse('cannot-reset-oneself', 'Il tuo secondo fattore si disattiva in Profilo');

type SecondFactor = Answer<Routes['getSecondFactor']>;
const WRONG_PASSKEY = new Refusal('invalid', {
  code: 'wrong-passkey',
  message: 'La passkey non è la tua, o è passato troppo tempo: riprova',
});

type Caller = { actor: Actor; address: string; sessionId: number; browser: CallingBrowser };

type Proof = Accepted<Routes['proveAgain']>['body'];

export type SecondFactorManagement = ReturnType<typeof createSecondFactorManagement>;

/** Turns the second factor of users on and off (docs/rules.md#second-factor). */
export function createSecondFactorManagement(options: {
  factors: SecondFactorsRepository;
  sessions: Pick<SessionsRepository, 'prove'>;
  repository: Pick<UsersRepository, 'findById'>;
  passwords: Pick<Passwords, 'verify'>;
  throttle: LogInThrottle;
  checkCode: CheckCode;
  checkPasskey: CheckPasskey;
  secrets: Pick<Secrets, 'seal' | 'open'>;
  /** True when a user with that role must have one. */
  isRequiredOf: (role: Actor['role']) => boolean;
  clock: Clock;
}) {
  const { factors, checkCode, secrets, clock } = options;
  const attemptOf = ({ actor, address, sessionId }: Caller) => ({
    ...{ username: actor.username, address, countedAs: `session ${sessionId}` },
  });
  const refusePassword = async (password: Secret, caller: Caller): Promise<Refusal | undefined> => {
    const hash = (await options.repository.findById(accountOf(caller.actor)))?.passwordHash;
    const matches = await verifyPassword(options, attemptOf(caller), { password, hash });
    if (matches instanceof Refusal) return matches;
    return matches ? undefined : WRONG_PASSWORD;
  };
  const refuseCode = async (code: string, caller: Caller): Promise<Refusal | undefined> => {
    const userId = accountOf(caller.actor);
    const app = await factors.find(userId);
    const sealedSecret = app?.isConfirmed ? app.sealedSecret : undefined;
    if (sealedSecret === undefined && (await factors.countRecoveryCodes(userId)) === 0) return NOT_ON;
    const isRight = await checkCode({ ...attemptOf(caller), userId, sealedSecret, code });
    if (isRight instanceof Refusal) return isRight;
    return isRight ? undefined : wrongCode('invalid');
  };
  const refuseProof = async (proof: Proof, caller: Caller): Promise<Refusal | undefined> => {
    if ('password' in proof) return refusePassword(new Secret(proof.password), caller);
    if ('code' in proof) return refuseCode(proof.code, caller);
    const right = await options.checkPasskey(proof.passkey, caller);
    return right?.userId === accountOf(caller.actor) ? undefined : WRONG_PASSKEY;
  };
  return {
    describe: async ({ actor }: Caller): Promise<SecondFactor> => {
      const id = accountOf(actor);
      const factor = await factors.find(id);
      return {
        state: stateOf(factor),
        required: options.isRequiredOf(actor.role),
        recoveryCodesLeft: await factors.countRecoveryCodes(id),
      };
    },
    /** A new secret, which counts from its first code on. */
    begin: async ({ actor }: Caller): Promise<{ secret: string; uri: string } | Refusal> => {
      const bytes = randomBytes(SECRET_BYTES);
      const hasBegun = await factors.begin(accountOf(actor), secrets.seal(bytes.toString('base64url')));
      if (!hasBegun) return ALREADY_ON;
      const secret = toBase32(bytes);
      const account = encodeURIComponent(`${ISSUER}:${actor.username}`);
      return { secret, uri: `otpauth://totp/${account}?secret=${secret}&issuer=${ISSUER}` };
    },
    /** Turns it on. Resolves to the recovery codes, which are not shown again. */
    confirm: async (code: string, caller: Caller): Promise<{ recoveryCodes: string[] } | Refusal> => {
      const id = accountOf(caller.actor);
      const factor = await factors.find(id);
      if (!factor) return NOT_BEGUN;
      if (factor.isConfirmed) return ALREADY_ON;
      const step = stepIn(options, factor.sealedSecret, code);
      if (step === undefined) return wrongCode('invalid');
      const recoveryCodes = createRecoveryCodes();
      const recoveryCodeHashes = recoveryCodes.map((one) => hashOfRecoveryCode(id, one));
      const confirmed = { sealedSecret: factor.sealedSecret, step, recoveryCodeHashes };
      const act = { author: authorOf(caller), at: clock.now() };
      return (await factors.confirm(id, confirmed, act)) ? { recoveryCodes } : NOT_BEGUN;
    },
    /** Turns it off, for who knows the password and has a code. */
    disable: async (
      proof: { password: Secret; code: string },
      caller: Caller,
    ): Promise<Refusal | undefined> => {
      if (!(await factors.find(accountOf(caller.actor)))?.isConfirmed) return NOT_ON;
      const refusal =
        (await refusePassword(proof.password, caller)) ?? (await refuseCode(proof.code, caller));
      if (refusal) return refusal;
      const act = { author: authorOf(caller), at: clock.now() };
      return (await factors.remove(accountOf(caller.actor), act)) ? undefined : NOT_ON;
    },
    /** Proves again who uses the session, by one of them. */
    prove: async (proof: Proof, caller: Caller): Promise<Refusal | undefined> => {
      const refusal = await refuseProof(proof, caller);
      if (refusal) return refusal;
      await options.sessions.prove(caller.sessionId, { author: authorOf(caller), at: clock.now() });
      return undefined;
    },
    /** Removes app and passkeys of another user, who lost them and the recovery codes. */
    reset: async (userId: number, author: AuditAuthor): Promise<Refusal | undefined> => {
      if (userId === author.id) return NOT_ONESELF;
      if (!(await options.repository.findById(userId))) return notFound();
      return (await factors.reset(userId, { author, at: clock.now() }))
        ? undefined
        : refuse('second-factor-off', 'Questo utente non ha un secondo fattore');
    },
  };
}

function stateOf(factor: StoredSecondFactor | undefined): SecondFactor['state'] {
  if (!factor) return 'off';
  return factor.isConfirmed ? 'on' : 'to-confirm';
}
