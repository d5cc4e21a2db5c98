import type { Role, User } from '@semaforo/contract/api/users';
import { wholeNumber } from '@semaforo/contract/domain/italian';
import type { AuditAuthor } from '../database/audit-trail.ts';
import { isUniqueViolation } from '../database/constraint-errors.ts';
import type { CallingBrowser } from '../http/handlers.ts';
import { type Actor, accountOf } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import type { Secret } from '../platform/secret.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import type { LogInThrottle } from './log-in-throttle.ts';
import type { Passwords } from './passwords.port.ts';
import { endOfSession } from './session-lifetime.ts';
import { createSetPassword, hashNewPassword } from './set-password.ts';
import type { Tokens } from './tokens.port.ts';
import type { UserEvent } from './user-events.ts';
import { refuseUsername } from './username-rules.ts';
import type { UsersRepository } from './users.repository.ts';
import { verifyPassword } from './verify-password.ts';

/** Every Comune of Italy, and some (docs/rules.md#quotas). */
export const USERS_AT_MOST = 10_000;

const TOO_MANY = new Refusal('conflict', {
  code: 'too-many-users',
  message: `Ci sono già ${wholeNumber(USERS_AT_MOST)} utenti: eliminane qualcuno prima di aggiungerne altri`,
});
export const NAME_TAKEN = new Refusal('conflict', {
  code: 'username-taken',
  message: 'Esiste già un utente con questo username',
});
const NOT_ONESELF = new Refusal('conflict', {
  code: 'cannot-delete-oneself',
  message: 'Non puoi eliminare il tuo stesso utente',
});
const LAST_ADMIN = new Refusal('conflict', {
  code: 'last-admin',
  message: 'Deve restare almeno un amministratore',
});
/** Not a 401, because the session is valid. */
export const WRONG_PASSWORD = new Refusal('invalid', {
  code: 'wrong-password',
  message: 'La password attuale non è corretta',
});

const SAME_PASSWORD = new Refusal('invalid', {
  code: 'same-password',
  message: 'La nuova password è uguale a quella attuale: scegline un’altra',
});

/** Creates, changes and deletes users. Each change is stored first, then published to the other modules. */
export function createUserManagement(options: {
  repository: UsersRepository;
  passwords: Passwords;
  tokens: Tokens;
  throttle: LogInThrottle;
  knownBrowsers: KnownBrowsers;
  events: EventChannel<UserEvent>;
  clock: Clock;
}) {
  const { repository, passwords, throttle, knownBrowsers, events, clock } = options;

  const setPassword = createSetPassword(options);

  return {
    create: async (
      user: { username: string; password: Secret; role: Role },
      author: AuditAuthor,
    ): Promise<User | Refusal> => {
      const username = user.username.normalize('NFC');
      const { password, role } = user;
      if (await repository.findByUsername(username)) return NAME_TAKEN;
      const refusal = refuseUsername(username);
      if (refusal) return refusal;
      if ((await repository.count()) >= USERS_AT_MOST) return TOO_MANY;
      const passwordHash = await hashNewPassword(passwords, { username, password });
      if (passwordHash instanceof Refusal) return passwordHash;
      try {
        return await repository.create({ username, passwordHash, role }, { author, at: clock.now() });
      } catch (error) {
        if (isUniqueViolation(error)) return NAME_TAKEN;
        throw error;
      }
    },
    delete: async (id: number, author: AuditAuthor): Promise<Refusal | undefined> => {
      if (id === author.id) return NOT_ONESELF;
      const user = await repository.findById(id);
      // A person is removed from their Comune, with what they asked for.
      if (!user || user.comuneId !== null) return notFound();
      const outcome = await repository.delete(user, { author, at: clock.now() });
      if (outcome === 'absent') return notFound();
      if (outcome === 'last-admin') return LAST_ADMIN;
      events.publish({ kind: 'deleted', userId: id });
      return undefined;
    },
    resetPassword: async (id: number, password: Secret, author: AuditAuthor): Promise<User | Refusal> => {
      const user = await repository.findById(id);
      if (!user) return notFound();
      const { username, role } = user;
      const act = { author, action: 'users.reset-password' };
      const version = await setPassword({ id, username, password }, act);
      return version instanceof Refusal ? version : { id, username, role };
    },
    /** Resolves to a new token for this session. All other sessions end, and so does the former token. */
    changePassword: async (request: {
      actor: Actor;
      address: string;
      sessionId: number;
      browser: CallingBrowser;
      currentPassword: Secret;
      newPassword: Secret;
    }): Promise<{ accessToken: Secret } | Refusal> => {
      const { actor, address, sessionId, browser } = request;
      const user = await repository.findById(accountOf(actor));
      if (!user) return notFound();
      const { username } = user;
      // The failures of strangers do not keep out whoever has a session of the account.
      const countedAs = `session ${sessionId}`;
      const attempt = { username, address, countedAs };
      const proof = { password: request.currentPassword, hash: user.passwordHash };
      const matches = await verifyPassword({ throttle, passwords }, attempt, proof);
      if (matches instanceof Refusal) return matches;
      if (!matches) return WRONG_PASSWORD;
      await throttle.succeeded(attempt);
      if (request.newPassword.reveal() === request.currentPassword.reveal()) return SAME_PASSWORD;
      const { id, tokenVersion: unlessSince } = user;
      // A reset since the check of the current password wins.
      const expiresAt = endOfSession(clock.now());
      const act = {
        author: { id: actor.id, username, address },
        action: 'users.change-password',
        unlessSince,
        kept: { id: sessionId, expiresAt },
      };
      const version = await setPassword({ id, username, password: request.newPassword }, act);
      if (version instanceof Refusal) return version;
      browser.setCookie(knownBrowsers.introduce({ id, tokenVersion: version }, browser));
      const renewed = { user: { ...user, tokenVersion: version }, sessionId, expiresAt };
      return { accessToken: await options.tokens.issue(renewed) };
    },
  };
}

export type UserManagement = ReturnType<typeof createUserManagement>;
