import type { AuditAuthor } from '../database/audit-trail.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import type { Secret } from '../platform/secret.ts';
import { COMMON_PASSWORD, isCommonPassword } from './common-passwords.ts';
import type { Passwords } from './passwords.port.ts';
import type { UserEvent } from './user-events.ts';
import type { UsersRepository } from './users.repository.ts';

type Credentials = { username: string; password: Secret };

/** Refuses a common password, and any password when too many requests wait for a hash. */
export async function hashNewPassword(
  passwords: Pick<Passwords, 'hash'>,
  { username, password }: Credentials,
): Promise<Secret | Refusal> {
  return isCommonPassword(password.reveal(), username) ? COMMON_PASSWORD : passwords.hash(password);
}

/** Resolves to the new token version. All sessions of the user end but the one that is kept, until a new end. */
export type SetPassword = (
  user: Credentials & { id: number },
  act: {
    author: AuditAuthor;
    action: string;
    unlessSince?: number;
    kept?: { id: number; expiresAt: number };
  },
) => Promise<number | Refusal>;

export function createSetPassword(options: {
  repository: Pick<UsersRepository, 'setPassword'>;
  passwords: Pick<Passwords, 'hash'>;
  events: EventChannel<UserEvent>;
  clock: Clock;
}): SetPassword {
  const { repository, passwords, events, clock } = options;
  return async (user, act) => {
    const hash = await hashNewPassword(passwords, user);
    if (hash instanceof Refusal) return hash;
    const version = await repository.setPassword(user.id, hash, { ...act, at: clock.now() });
    if (version === undefined) return notFound();
    events.publish({ kind: 'sessions-ended', userId: user.id });
    return version;
  };
}
