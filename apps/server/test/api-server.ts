import { auditRoutes } from '@semaforo/contract/api/audit';
import { type PublicSettings, settingsRoutes } from '@semaforo/contract/api/settings';
import { type Role, userRoutes } from '@semaforo/contract/api/users';
import { createAuditRepository } from '../src/audit/audit.repository.ts';
import { createAuditHandlers } from '../src/audit/audit.routes.ts';
import type { Engine, OpenDatabase } from '../src/database/engine.ts';
import { createHttpServer } from '../src/http/http-server.ts';
import { mountRoutes } from '../src/http/mount-routes.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createEventChannel } from '../src/platform/event-channel.ts';
import { createSettingsRepository } from '../src/settings/settings.repository.ts';
import { createSettingsHandlers } from '../src/settings/settings.routes.ts';
import { createAuthenticate } from '../src/users/authenticate.ts';
import { createLogIn } from '../src/users/log-in.ts';
import { createLogInThrottle } from '../src/users/log-in-throttle.ts';
import { createUserManagement } from '../src/users/manage-users.ts';
import { createPasswords } from '../src/users/passwords.adapter.ts';
import { createTokens } from '../src/users/tokens.adapter.ts';
import { createUserHandlers } from '../src/users/user.routes.ts';
import type { UserEvent } from '../src/users/user-events.ts';
import { createUsersRepository } from '../src/users/users.repository.ts';
import { createTestDatabase } from './test-database.ts';
import { createTestLogger } from './test-logger.ts';

export const PASSWORD = 'parola-lunga-di-prova';

/** What every test server says of itself to anyone. */
export const PUBLIC_SETTINGS: PublicSettings = {
  tileUrl: 'https://tiles.example/{z}/{x}/{y}.png',
  tileAttribution: 'prova',
  accessibilityUrl: 'https://form.agid.gov.it/view/1',
  feedbackUrl: 'mailto:accessibilita@example.it',
  privacyUrl: null,
};

type Reply = { status: number; body: unknown; retryAfter: string | undefined };
type Login = { username: string; password?: string; address?: string };

/** Makes calls with one token, or with none. */
export type Caller = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
) => Promise<Reply>;

export type ApiServer = {
  database: OpenDatabase;
  events: UserEvent[];
  /** Adds a user with PASSWORD; resolves to their id. */
  addUser: (username: string, role?: Role) => Promise<number>;
  logIn: (login: Login) => Promise<Reply>;
  tokenOf: (username: string, password?: string) => Promise<string>;
  callerOf: (token?: string) => Caller;
  /** Logs a user in and makes calls as them. */
  as: (username: string, password?: string) => Promise<Caller>;
  stop: () => Promise<void>;
};

/** The routes of users, settings and audit on a real server and database; nothing listens on the network. */
export async function startApi(engine: Engine): Promise<ApiServer> {
  const database = await createTestDatabase(engine);
  const logger = createTestLogger();
  const clock = systemClock;
  const repository = createUsersRepository(database.db, engine);
  const passwords = createPasswords();
  const tokens = createTokens({ key: new Uint8Array(32).fill(7), clock });
  const throttle = createLogInThrottle();
  const userEvents = createEventChannel<UserEvent>({ name: 'user-events', logger });
  const events: UserEvent[] = [];
  userEvents.subscribe((event) => events.push(event));
  const authenticate = createAuthenticate({ tokens, repository });
  const server = await createHttpServer({ logger, webRoot: undefined });
  mountRoutes(server, {
    routes: { ...userRoutes, ...settingsRoutes, ...auditRoutes },
    authenticate: async (token) => (await authenticate(token))?.actor,
    idempotency: (_request, act) => act(),
    handlers: {
      ...createUserHandlers({
        repository,
        logIn: createLogIn({ repository, passwords, tokens, throttle, clock }),
        management: createUserManagement({
          repository,
          passwords,
          tokens,
          throttle,
          events: userEvents,
          clock,
        }),
      }),
      ...createSettingsHandlers({
        repository: createSettingsRepository(database.db),
        publicSettings: PUBLIC_SETTINGS,
        clock,
      }),
      ...createAuditHandlers({ repository: createAuditRepository(database.db) }),
    },
  });

  const send = async (options: {
    method: 'GET' | 'POST' | 'PUT' | 'DELETE';
    path: string;
    body: object | undefined;
    token?: string | undefined;
    address?: string | undefined;
  }): Promise<Reply> => {
    const { method, path: url, body, token, address } = options;
    const response = await server.inject({
      method,
      url,
      ...(address !== undefined && { remoteAddress: address }),
      ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
      ...(body !== undefined && { payload: body }),
    });
    return {
      status: response.statusCode,
      body: response.body === '' ? undefined : response.json<unknown>(),
      retryAfter: response.headers['retry-after']?.toString(),
    };
  };
  const logIn = ({ username, password = PASSWORD, address }: Login) =>
    send({ method: 'POST', path: '/api/login', body: { username, password }, address });
  const tokenOf = async (username: string, password = PASSWORD) => {
    const { body } = await logIn({ username, password });
    return (body as { accessToken: string }).accessToken;
  };
  const callerOf =
    (token?: string): Caller =>
    (method, path, body) =>
      send({ method, path, body, token });

  return {
    database,
    events,
    addUser: async (username, role = 'user') => {
      const hash = await passwords.hash(PASSWORD);
      const author = { id: null, username: 'test', address: null };
      const user = { username, passwordHash: String(hash), role };
      return (await repository.create(user, { author, at: clock.now() })).id;
    },
    logIn,
    tokenOf,
    callerOf,
    as: async (username, password) => callerOf(await tokenOf(username, password)),
    stop: async () => {
      await server.close();
      await database.close();
    },
  };
}
