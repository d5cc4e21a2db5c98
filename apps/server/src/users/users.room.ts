import type { Kysely } from 'kysely';
import type { Engine } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';
import { type Clock, systemMonotonicClock } from '../platform/clock.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import type { Logger } from '../platform/logger.ts';
import type { Secrets } from '../platform/secrets.ts';
import { createAuthenticate } from './authenticate.ts';
import { ensureFirstAdmin } from './ensure-first-admin.ts';
import { createKnownBrowsers } from './known-browsers.ts';
import { createLogIn } from './log-in.ts';
import { createLogInThrottle } from './log-in-throttle.ts';
import { createSessionManagement } from './manage-sessions.ts';
import { createUserManagement } from './manage-users.ts';
import { createPasswords } from './passwords.adapter.ts';
import { createSessionsRepository } from './sessions.repository.ts';
import { createTokens } from './tokens.adapter.ts';
import { createUserHandlers } from './user.routes.ts';
import type { UserEvent } from './user-events.ts';
import { createUsersRepository } from './users.repository.ts';

/** Users, their passwords and their sessions. */
export function createUsersRoom(needs: {
  db: Kysely<Database>;
  engine: Engine;
  secrets: Pick<Secrets, 'tokenKey' | 'browserKey'>;
  /** The log-in to make when there is no user yet; a password is made up when none is given. */
  firstAdmin: { username: string; password: string | undefined };
  clock: Clock;
  logger: Logger;
}) {
  const { clock, logger } = needs;
  const repository = createUsersRepository(needs.db, needs.engine);
  const sessions = createSessionsRepository(needs.db);
  const passwords = createPasswords();
  const tokens = createTokens({ key: needs.secrets.tokenKey, clock });
  const throttle = createLogInThrottle({ monotonicClock: systemMonotonicClock });
  const knownBrowsers = createKnownBrowsers({ key: needs.secrets.browserKey, clock });
  const events = createEventChannel<UserEvent>({ name: 'user-events', logger });
  const parts = { repository, sessions, passwords, tokens, throttle, knownBrowsers, clock };
  const management = createUserManagement({ ...parts, events });
  const logIn = createLogIn(parts);
  let createdAdmin: { username: string; password: string } | undefined;

  return {
    handlers: createUserHandlers({
      repository,
      logIn,
      management,
      sessions: createSessionManagement({ sessions, events, clock }),
    }),
    authenticate: createAuthenticate({ tokens, sessions, clock, logger }),
    findOpenSessions: sessions.findOpen,
    createUser: management.create,
    events,
    start: async () => {
      createdAdmin = await ensureFirstAdmin({ repository, management, ...needs.firstAdmin });
    },
    /** The log-in of the first admin, when its password was made up in this start. */
    createdAdmin: () => createdAdmin,
  };
}
