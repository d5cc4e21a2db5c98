import type { Client } from '@semaforo/client';
import { createClient } from '@semaforo/client';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCookieBrowser, openOidcSession } from '../../../test/cookie-browser.ts';
import { type ProviderKind, startRealProvider } from '../../../test/real-identity-provider.ts';
import { type RunningApp, startApp } from '../../../test/running-app.ts';

const SECRET = 'segreto-del-client-di-prova';
const KINDS: [string, ProviderKind][] = [
  ['a secret by the header, RS256', { alg: 'RS256', clientSecret: SECRET }],
  ['a public client, ES256 and pairwise subjects', { alg: 'ES256', pairwise: true }],
];

describe.each(KINDS)('a provider with %s', (_name, kind) => {
  let provider: Awaited<ReturnType<typeof startRealProvider>>;
  let app: RunningApp;
  let admin: Client;
  let aheadMs = 0;
  let comune: { id: number; client: Client };

  beforeEach(async () => {
    const port = await freePort();
    provider = await startRealProvider(kind, `http://127.0.0.1:${port}`);
    app = await startApp({
      clock: { now: () => Date.now() + aheadMs },
      withoutBroker: true,
      settings: {
        PORT: String(port),
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: 'semaforo',
        ...(kind.clientSecret !== undefined && { OIDC_CLIENT_SECRET: kind.clientSecret }),
        OIDC_ROLES: 'groups=operatori:operate;groups=dirigenti:manage',
        OIDC_NAME: 'Identità Valdombra',
      },
    });
    admin = await app.logIn(ADMIN);
    comune = await app.createOperator('valdombra');
  });
  afterEach(async () => {
    await app.stop();
    await provider.stop();
  });

  const addAnna = () =>
    comune.client('createPerson', {
      body: { username: 'anna', oidc_subject: provider.subjectOf('anna-rossi'), duty: 'read' },
    });
  /** Logs an account in; resolves to the client of its session. */
  async function logIn(account = 'anna-rossi', browser = createCookieBrowser()): Promise<Client> {
    const arrived = await provider.logIn(browser, account);
    expect(arrived.url).toBe(`${app.url}/login#oidc`);
    const { status, body } = await openOidcSession(browser, app.url);
    expect(status).toBe(200);
    return createClient({ origin: app.url, token: body.accessToken ?? '' });
  }
  const actions = async (action: string) =>
    (await admin('listAudit', { query: {} })).entries.filter((entry) => entry.action === action);

  test('a person is linked by the subject that the Comune noted, and is the same one at each log-in', async () => {
    const { id } = await addAnna();
    for (const time of ['first', 'second'])
      expect(await (await logIn())('getMe'), time).toMatchObject({
        ...{ id: comune.id, username: 'anna', person: { id, duty: 'read' } },
      });
    const [linked, ...again] = await actions('people.link');
    expect(linked).toMatchObject({ target: `user:${id}`, after: { issuer: provider.issuer } });
    expect(again).toEqual([]);
    expect(await admin('getOidc')).toMatchObject({
      state: 'ok',
      name: 'Identità Valdombra',
      linked: 1,
      people: 1,
    });
  });

  test('somebody unknown reads with which identifier to ask for access, and no account is made', async () => {
    const browser = createCookieBrowser();
    const { response } = await provider.logIn(browser, 'sconosciuta');
    expect(response.status).toBe(403);
    const page = await response.text();
    expect(page).toContain('Il tuo accesso non è ancora collegato');
    expect(page).toContain(`<code>${provider.subjectOf('sconosciuta')}</code>`);
    expect(await openOidcSession(browser, app.url)).toMatchObject({ status: 401 });
    expect(await comune.client('listPeople')).toEqual([]);
  });

  test('a claim gives a duty, and one that is missing or unknown changes none', async () => {
    await addAnna();
    provider.groups.set('anna-rossi', ['operatori', 'cucina']);
    expect(await (await logIn())('getMe')).toMatchObject({ person: { duty: 'operate' } });
    provider.groups.set('anna-rossi', ['cucina']);
    expect(await (await logIn())('getMe')).toMatchObject({ person: { duty: 'operate' } });
    provider.groups.delete('anna-rossi');
    expect(await (await logIn())('getMe')).toMatchObject({ person: { duty: 'operate' } });
  });

  test('the way back counts once, and in the browser that began only', async () => {
    await addAnna();
    const [browser, other] = [createCookieBrowser(), createCookieBrowser()];
    await provider.logIn(browser, 'anna-rossi');
    expect(await openOidcSession(other, app.url)).toMatchObject({ status: 401 });
    const ticket = browser.jarOf(app.url).get('semaforo-oidc') ?? '';
    expect(await openOidcSession(browser, app.url)).toMatchObject({ status: 200 });
    browser.jarOf(app.url).set('semaforo-oidc', ticket);
    expect(await openOidcSession(browser, app.url)).toMatchObject({
      status: 401,
      body: { code: 'oidc-not-begun' },
    });
  });

  test('a provider that is away leaves the local log-in, is logged once and found again', async () => {
    await provider.stop();
    const away = () => fetch(`${app.url}/api/oidc/start`, { redirect: 'manual' });
    aheadMs += 31_000;
    expect((await away()).headers.get('location')).toBe('/login#oidc-away');
    expect(await admin('getOidc')).toMatchObject({ state: 'away' });
    expect(await app.logIn(ADMIN)).toBeDefined();
    await away();
    const warnings = app.log.filter((line) => line.includes('the identity provider does not answer'));
    expect(warnings).toHaveLength(1);
    await provider.listen();
    await addAnna();
    expect(await (await logIn())('getMe')).toMatchObject({ username: 'anna' });
  });

  test('the end of a session leads to the provider, which leads back', async () => {
    const response = await fetch(`${app.url}/api/oidc/end`, { redirect: 'manual' });
    const address = new URL(response.headers.get('location') ?? '');
    expect(address.origin).toBe(provider.issuer);
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${app.url}/login`);
    expect((await fetch(address)).status).toBe(200);
  });

  test('the password of an admin goes on working, and the audit says that it was used', async () => {
    await app.logIn(ADMIN);
    const [last] = await actions('users.log-in');
    expect(last).toMatchObject({ username: ADMIN.username, after: { by: 'emergency-password' } });
    const ofComune = (await actions('users.log-in')).find(({ username }) => username === 'valdombra');
    expect(ofComune?.after ?? null).toBeNull();
  });
});
