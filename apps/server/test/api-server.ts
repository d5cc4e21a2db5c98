import { type Client, createClient, type Outcome } from '@semaforo/client';
import { auditRoutes } from '@semaforo/contract/api/audit';
import { daySheetRoutes } from '@semaforo/contract/api/day-sheet';
import { kioskRoutes } from '@semaforo/contract/api/kiosks';
import { passkeyRoutes } from '@semaforo/contract/api/passkeys';
import { type PublicSettings, settingsRoutes } from '@semaforo/contract/api/settings';
import { type Role, userRoutes } from '@semaforo/contract/api/users';
import type { Engine, OpenDatabase } from '../src/database/engine.ts';
import { auditRequests } from '../src/http/audit-requests.ts';
import { createHttpServer } from '../src/http/http-server.ts';
import { mountRoutes } from '../src/http/mount-routes.ts';
import { createSettingsRepository } from '../src/operations/settings.repository.ts';
import { createSettingsHandlers } from '../src/operations/settings.routes.ts';
import { type Clock, systemClock } from '../src/platform/clock.ts';
import { createCounters } from '../src/platform/counters.ts';
import { Refusal } from '../src/platform/refusal.ts';
import { Secret } from '../src/platform/secret.ts';
import { createRecordsModule } from '../src/records/records.module.ts';
import type { UserEvent } from '../src/users/user-events.ts';
import { createUsersModule } from '../src/users/users.module.ts';
import { CHEAP_HASHES } from './cheap-hashes.ts';
import { injectedFetch } from './injected-fetch.ts';
import { createTestDatabase } from './test-database.ts';
import { createTestLogger } from './test-logger.ts';
import { TEST_SECRETS } from './test-secrets.ts';

export const PASSWORD = 'parola-lunga-di-prova';

/** No request leaves this process; the client needs an address all the same. */
const ORIGIN = 'http://127.0.0.1';

/** The public settings of every test server. */
export const PUBLIC_SETTINGS: PublicSettings = {
  tileAttribution: 'prova',
  accessibilityUrl: 'https://form.agid.gov.it/view/1',
  feedbackUrl: 'mailto:accessibilita@example.it',
  privacyUrl: null,
  alarmRaiseSeconds: 60,
  supportContact: null,
  oidcName: null,
};

type Login = { username: string; password?: string; code?: string; address?: string; cookie?: string };

export type ApiServer = {
  database: OpenDatabase;
  events: UserEvent[];
  /** Adds a user with PASSWORD; resolves to their id. */
  addUser: (username: string, role?: Role) => Promise<number>;
  /** Tries to log in, with PASSWORD, from the loopback address and without cookie unless told otherwise. */
  tryLogIn: (login: Login) => Promise<Outcome<'logIn'>>;
  /** Logs a user in, with PASSWORD unless told otherwise; resolves to the client with which to call the API as them. */
  logIn: (username: string, password?: string) => Promise<Client>;
  /** A client with that token, or without one. */
  clientOf: (token?: string) => Client;
  /** Ends the HTTP server alone; what it still had to store is stored then. */
  closeHttp: () => Promise<void>;
  stop: () => Promise<void>;
};

/** The routes of users, settings and audit on a real server and database; nothing listens on the network. */
export async function startApi(
  engine: Engine,
  options: {
    requireSecondFactor?: 'admin' | 'all';
    sessionIdleMs?: number;
    publicOrigin?: string;
    clock?: Clock;
  } = {},
): Promise<ApiServer> {
  const database = await createTestDatabase(engine);
  const logger = createTestLogger();
  const { clock = systemClock } = options;
  const users = createUsersModule({
    ...database,
    secrets: TEST_SECRETS,
    requireSecondFactor: options.requireSecondFactor,
    sessionIdleMs: options.sessionIdleMs ?? 0,
    publicOrigin: options.publicOrigin,
    firstAdmin: { username: 'admin', password: undefined },
    passwordCost: CHEAP_HASHES,
    clock,
    logger,
  });
  const settings = createSettingsHandlers({
    ...{ repository: createSettingsRepository(database.db), publicSettings: PUBLIC_SETTINGS, clock },
  });
  const records = createRecordsModule({
    ...database,
    serverId: 'prova',
    dataDir: '',
    keepMs: undefined,
    audit: { syslog: undefined, sealMail: undefined },
    enqueue: () => Promise.resolve([]),
    counters: createCounters(),
    listAlerts: () => Promise.resolve([]),
    listDevices: () => [],
    clock,
    logger,
  });
  const events: UserEvent[] = [];
  users.events.subscribe((event) => events.push(event));
  const server = await createHttpServer({ logger, webRoot: undefined });
  auditRequests(server, { ...database, clock, logger });
  mountRoutes(server, {
    routes: {
      ...userRoutes,
      ...kioskRoutes,
      ...passkeyRoutes,
      ...settingsRoutes,
      ...auditRoutes,
      ...daySheetRoutes,
    },
    authenticate: users.authenticate,
    idempotency: (_request, act) => act(),
    clock,
    handlers: { ...users.routes, ...settings, ...records.routes },
  });

  const clientOf = (token?: string, from?: { address?: string | undefined; cookie?: string | undefined }) =>
    createClient({ origin: ORIGIN, token, fetch: injectedFetch(server, from) });

  return {
    database,
    events,
    addUser: async (username, role = 'user') => {
      const author = { id: null, username: 'test', address: null };
      const created = await users.createUser({ username, password: new Secret(PASSWORD), role }, author);
      if (created instanceof Refusal) throw new Error(created.message);
      return created.id;
    },
    tryLogIn: ({ username, password = PASSWORD, code, ...from }) =>
      clientOf(undefined, from).attempt('logIn', {
        body: { username, password, ...(code !== undefined && { code }) },
      }),
    logIn: async (username, password = PASSWORD) => {
      const { accessToken } = await clientOf()('logIn', { body: { username, password } });
      return clientOf(accessToken);
    },
    clientOf: (token) => clientOf(token),
    closeHttp: () => server.close(),
    stop: async () => {
      await server.close();
      await database.close();
    },
  };
}
