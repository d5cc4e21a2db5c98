import type { Role } from '@semaforo/contract/api/users';
import type { Kysely } from 'kysely';
import type { Engine } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';
import { type Clock, systemMonotonicClock } from '../platform/clock.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import type { Logger } from '../platform/logger.ts';
import type { Secret } from '../platform/secret.ts';
import type { Secrets } from '../platform/secrets.ts';
import { createApiKeysRepository } from './api-keys.repository.ts';
import { createAuthenticate } from './authenticate.ts';
import { createAuthenticateKey } from './authenticate-key.ts';
import { CODE_DELAY, CODE_DELAY_ANYWHERE, createCheckCode } from './check-code.ts';
import { ensureFirstAdmin } from './ensure-first-admin.ts';
import { createFirstStepsRepository } from './first-steps.repository.ts';
import { createGrowingDelay } from './growing-delay.ts';
import { createKiosksRepository } from './kiosks.repository.ts';
import { createKnownBrowsers } from './known-browsers.ts';
import { createLogIn } from './log-in.ts';
import { type CountedAttempt, createLogInThrottle, createSharedThrottle } from './log-in-throttle.ts';
import { createApiKeyHandlers } from './manage-api-keys.ts';
import { createKioskHandlers } from './manage-kiosks.ts';
import { createPeopleHandlers } from './manage-people.ts';
import { createSecondFactorManagement } from './manage-second-factor.ts';
import { createSessionManagement } from './manage-sessions.ts';
import { createUserManagement } from './manage-users.ts';
import { createIdentityProvider } from './oidc/identity-provider.adapter.ts';
import type { OidcSettings } from './oidc/identity-provider.port.ts';
import { createOidcHandlers, createOidcLogIn } from './oidc/oidc-log-in.ts';
import { createFindPersonOf } from './oidc/oidc-persons.repository.ts';
import { createCheckPasskey, createPasskeyHandlers } from './passkeys/manage-passkeys.ts';
import { createPasskeysRepository } from './passkeys/passkeys.repository.ts';
import { createWebAuthn } from './passkeys/webauthn.adapter.ts';
import { createPasswords } from './passwords.adapter.ts';
import type { PasswordCost } from './passwords.port.ts';
import { createPeopleRepository } from './people.repository.ts';
import { createSecondFactorsRepository } from './second-factors.repository.ts';
import { createSessionsRepository } from './sessions.repository.ts';
import { createSetPassword } from './set-password.ts';
import { createStartSession } from './start-session.ts';
import { createTickets } from './tickets.ts';
import { createTokens } from './tokens.adapter.ts';
import { createUserHandlers } from './user.routes.ts';
import type { UserEvent } from './user-events.ts';
import { createUsersRepository } from './users.repository.ts';

/** Users, their passwords and their sessions. */
export function createUsersModule(deps: {
  db: Kysely<Database>;
  engine: Engine;
  secrets: Pick<Secrets, 'tokenKey' | 'browserKey' | 'seal' | 'open'>;
  /** The path under which a proxy has the console. */
  basePath?: string;
  /** Where the console is for people, when the settings say so. */
  publicOrigin?: string | undefined;
  /** The provider of identities; undefined: only local log-ins. */
  oidc?: OidcSettings | undefined;
  /** The log-in to make when there is no user yet; a password is made up when none is given. */
  firstAdmin: { username: string; password: Secret | undefined };
  /** Whose users must have a second factor, or all; of no one when it is undefined. */
  requireSecondFactor: 'admin' | 'all' | undefined;
  /** For how long no one may use a session; 0: as long as it lasts. */
  sessionIdleMs?: number;
  /** Of a hash; only tests give one. */
  passwordCost?: PasswordCost | undefined;
  clock: Clock;
  logger: Logger;
}) {
  const { clock, logger, secrets } = deps;
  const monotonicClock = systemMonotonicClock;
  const repository = createUsersRepository(deps.db, deps.engine);
  const sessions = createSessionsRepository(deps.db);
  const factors = createSecondFactorsRepository(deps.db);
  const keys = createApiKeysRepository(deps.db);
  const passwords = createPasswords(deps.passwordCost);
  const tokens = createTokens({ key: deps.secrets.tokenKey, clock });
  const attempts = createEventChannel<CountedAttempt>({ name: 'log-in-attempts', logger });
  const ownThrottle = createLogInThrottle({ monotonicClock });
  const throttle = createSharedThrottle(ownThrottle, attempts.publish);
  const knownBrowsers = createKnownBrowsers({
    key: deps.secrets.browserKey,
    clock,
    basePath: deps.basePath,
  });
  const events = createEventChannel<UserEvent>({ name: 'user-events', logger });
  const delay = createGrowingDelay({ ...CODE_DELAY, monotonicClock });
  const delayAnywhere = createGrowingDelay({ ...CODE_DELAY_ANYWHERE, monotonicClock });
  const checkCode = createCheckCode({ factors, secrets, delay, delayAnywhere, clock });
  const isRequiredOf = (role: Role) => [role, 'all'].includes(deps.requireSecondFactor ?? '');
  const tickets = createTickets(deps);
  const passkeyParts = {
    ...{ passkeys: createPasskeysRepository(deps.db), webAuthn: createWebAuthn({ logger }), tickets, clock },
    publicOrigin: deps.publicOrigin,
  };
  const checkPasskey = createCheckPasskey(passkeyParts);
  const parts = {
    ...passkeyParts,
    repository,
    sessions,
    factors,
    checkCode,
    checkPasskey,
    passwords,
    tokens,
    throttle,
    knownBrowsers,
  };
  const management = createUserManagement({ ...parts, events });
  const startSession = createStartSession({ ...parts, events, hasOidc: deps.oidc !== undefined });
  const logIn = createLogIn({ ...parts, startSession });
  const { oidc: settings, basePath = '' } = deps;
  const people = createPeopleRepository(deps.db);
  const findPersonOf = createFindPersonOf(deps.db);
  const provider = settings && createIdentityProvider({ settings, clock, logger });
  const oidc =
    settings && provider
      ? createOidcLogIn({
          ...parts,
          settings,
          provider,
          findPersonOf,
          people,
          startSession,
          events,
          basePath,
        })
      : undefined;
  let createdAdmin: { username: string; password: Secret } | undefined;

  return {
    name: 'users',
    /** Attempts to log in here, as they are counted. */
    attempts,
    /** Counts an attempt at another server. */
    countAttempt: ({ outcome, ...attempt }: CountedAttempt) => void ownThrottle[outcome](attempt),
    oidc,
    // Nothing waits for the provider, which may be away.
    start: () => void provider?.read(),
    routes: createUserHandlers({
      repository,
      logIn,
      management,
      sessions: createSessionManagement({ sessions, events, clock }),
      apiKeys: createApiKeyHandlers({ ...parts, keys, events }),
      people: createPeopleHandlers({
        ...{ ...parts, people, events },
        setPassword: createSetPassword({ ...parts, events }),
      }),
      walls: createKioskHandlers({ ...parts, walls: createKiosksRepository(deps.db), events }),
      firstSteps: createFirstStepsRepository(deps.db),
      oidc: createOidcHandlers({ name: settings?.name ?? '', logIn: oidc, provider, people }),
      passkeys: createPasskeyHandlers({ ...parts, startSession }),
      secondFactor: createSecondFactorManagement({ ...parts, secrets, isRequiredOf }),
    }),
    authenticate: createAuthenticateKey({
      ...{ keys, clock, logger },
      sessions: createAuthenticate({
        ...{ tokens, sessions, isRequiredOf, clock, logger },
        idleMs: deps.sessionIdleMs || Number.POSITIVE_INFINITY,
      }),
    }),
    findOpenSessions: sessions.findOpen,
    createUser: management.create,
    events,
    firstAdmin: {
      name: 'first admin',
      start: async () => {
        createdAdmin = await ensureFirstAdmin({ repository, management, ...deps.firstAdmin });
      },
    },
    /** The log-in of the first admin, when its password was made up in this start. */
    createdAdmin: () => createdAdmin,
  };
}
