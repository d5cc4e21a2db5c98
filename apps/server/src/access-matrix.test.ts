import { createClient } from '@semaforo/client';
import type { Route } from '@semaforo/contract/api/route';
import { routes } from '@semaforo/contract/api/routes';
import { DUTIES, type Duty } from '@semaforo/contract/domain/duty';
import { KEY_SCOPES, type KeyScope } from '@semaforo/contract/domain/key-scope';
import { ADMIN } from '@semaforo/testing/credentials';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATOR_PASSWORD, type RunningApp, startApp } from '../test/running-app.ts';

/** A caller, as it logs in to the server: the token that it brings, and which routes it must be let in to. */
type Caller = { name: string; token: string | undefined; isLetIn: (route: Route) => boolean };

/** What would end the caller's own session, or costs minutes, is judged where it is to be refused only. */
const NOT_CALLED = new Set(['logOut', 'endOtherSessions', 'putBuiltInZones', 'downloadBackup', 'testBroker']);
/** These answer what is no log-in as the others answer who has none. */
const LOG_INS = new Set(['logIn', 'openOidcSession', 'openPasskeySession']);
const ABSENT_ID = '999999999';

let app: RunningApp;
let callers: Caller[];
let ahead = 0;

beforeAll(async () => {
  app = await startApp({ clock: { now: () => Date.now() + ahead } });
  const admin = await app.logIn(ADMIN);
  const comune = await app.createOperator('valdombra');
  const signal = await app.createDevice({ topic: '/3/valdombra/s1', userId: comune.id });
  const tokenOf = (username: string) => app.tokenOf({ username, password: OPERATOR_PASSWORD });
  const addPerson = async (duty: Duty) => {
    const username = `persona-${duty}`;
    await comune.client('createPerson', { body: { username, password: OPERATOR_PASSWORD, duty } });
    return tokenOf(username);
  };
  const addKey = async (name: string, scopes: readonly KeyScope[], more: object = {}) => {
    const body = { name, scopes: [...scopes], user_id: comune.id, ...more };
    return admin('createApiKey', { body });
  };
  const { accessToken: wall } = await comune.client('createWall', { body: { name: 'Corridoio' } });
  const short = { expires_at: new Date(Date.now() + 60_000).toISOString() };
  const revoked = await addKey('revocata', KEY_SCOPES);
  const { id: adminId } = await admin('getMe');
  const ofUsers = ({ access }: Route) => access !== 'admin';
  const ofWalls = ({ access, forKiosks }: Route) =>
    access === 'public' || (access === 'user' && forKiosks === true);
  const none = ({ access }: Route) => access === 'public';
  const byScope =
    (held: readonly KeyScope[], ofDevices = false) =>
    ({ access, scopes = [], byDevice }: Route) =>
      access === 'public' ||
      (access === 'user' &&
        scopes.some((scope) => held.includes(scope)) &&
        (!ofDevices || byDevice === true));
  callers = [
    { name: 'anonymous', token: undefined, isLetIn: none },
    { name: 'forged', token: `${await tokenOf('valdombra')}x`, isLetIn: none },
    { name: 'admin', token: await app.tokenOf(ADMIN), isLetIn: () => true },
    { name: 'comune', token: await tokenOf('valdombra'), isLetIn: ofUsers },
    {
      name: 'wall',
      token: wall,
      isLetIn: ofWalls,
    },
    ...(await Promise.all(
      DUTIES.map(async (duty) => ({
        ...{ name: `person ${duty}`, token: await addPerson(duty) },
        isLetIn: ({ access, method, duty: needed = method === 'GET' ? 'read' : 'operate' }: Route) =>
          access === 'public' || (access === 'user' && DUTIES.indexOf(duty) >= DUTIES.indexOf(needed)),
      })),
    )),
    ...(await Promise.all(
      KEY_SCOPES.map(async (scope) => ({
        ...{ name: `key ${scope}`, token: (await addKey(scope, [scope])).key, isLetIn: byScope([scope]) },
      })),
    )),
    {
      name: 'key of a device',
      token: (await addKey('uno', KEY_SCOPES, { device_ids: [signal] })).key,
      isLetIn: byScope(KEY_SCOPES, true),
    },
    {
      name: 'key of an admin',
      token: (await addKey('tutti', KEY_SCOPES, { user_id: adminId })).key,
      isLetIn: byScope(KEY_SCOPES),
    },
    { name: 'revoked key', token: revoked.key, isLetIn: none },
    { name: 'expired key', token: (await addKey('breve', KEY_SCOPES, short)).key, isLetIn: none },
  ];
  await admin('revokeApiKey', { params: { id: revoked.id } });
  ahead = 61_000;
});
afterAll(() => app.stop());

/** How the server answers a caller on a route, with ids that there are not and an empty body. */
async function answerTo({ token }: Caller, { method, path }: Route) {
  const client = createClient({ origin: app.url, ...(token !== undefined && { token }) });
  const sent = method === 'GET' ? {} : { body: '{}' };
  const { status, body } = await client.request(method, path.replaceAll(/:\w+/g, ABSENT_ID), sent);
  const code = status === 401 || status === 403 ? (body as { code: string }).code : undefined;
  return { refusedAs: code, text: `${status} ${JSON.stringify(body)}` };
}

test('each route lets in exactly the callers that the table names, and refuses all others', async () => {
  const wrong: string[] = [];
  const codes = new Set<string>();
  const judged = Object.entries<Route>(routes).filter(([name]) => !LOG_INS.has(name));
  const judge = async (caller: Caller) => {
    for (const [name, route] of judged) {
      const expected = caller.isLetIn(route);
      if (expected && NOT_CALLED.has(name)) continue;
      const { refusedAs, text } = await answerTo(caller, route);
      if (refusedAs !== undefined) codes.add(refusedAs);
      if ((refusedAs === undefined) !== expected) wrong.push(`${caller.name} ${name}: ${text}`);
    }
  };
  await Promise.all(callers.map(judge));
  expect(wrong).toEqual([]);
  expect([...codes].sort()).toEqual([
    'duty-too-low',
    'forbidden',
    'key-expired',
    'key-of-devices',
    'key-unknown',
    'not-for-keys',
    'scope-missing',
    'unauthenticated',
    'wall-only-watches',
  ]);
});
