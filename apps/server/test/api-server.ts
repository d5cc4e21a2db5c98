import { auditRoutes } from '@semaforo/contract/api/audit';
import { type PublicSettings, settingsRoutes } from '@semaforo/contract/api/settings';
import { type Role, userRoutes } from '@semaforo/contract/api/users';
import { createAuditRoom } from '../src/audit/audit.room.ts';
import type { Engine, OpenDatabase } from '../src/database/engine.ts';
import { createHttpServer } from '../src/http/http-server.ts';
import { mountRoutes } from '../src/http/mount-routes.ts';
import { systemClock } from '../src/platform/clock.ts';
import { Refusal } from '../src/platform/refusal.ts';
import { createSettingsRoom } from '../src/settings/settings.room.ts';
import type { UserEvent } from '../src/users/user-events.ts';
import { createUsersRoom } from '../src/users/users.room.ts';
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
  const users = createUsersRoom({
    ...database,
    secrets: { tokenKey: new Uint8Array(32).fill(7) },
    firstAdmin: { username: 'admin', password: undefined },
    clock,
    logger,
  });
  const settings = createSettingsRoom({ ...database, publicSettings: PUBLIC_SETTINGS, clock });
  const audit = createAuditRoom(database);
  const events: UserEvent[] = [];
  users.events.subscribe((event) => events.push(event));
  const server = await createHttpServer({ logger, webRoot: undefined });
  mountRoutes(server, {
    routes: { ...userRoutes, ...settingsRoutes, ...auditRoutes },
    authenticate: async (token) => (await users.authenticate(token))?.actor,
    idempotency: (_request, act) => act(),
    handlers: { ...users.handlers, ...settings.handlers, ...audit.handlers },
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
      const author = { id: null, username: 'test', address: null };
      const created = await users.createUser({ username, password: PASSWORD, role }, author);
      if (created instanceof Refusal) throw new Error(created.message);
      return created.id;
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
