import { createSecretKey } from 'node:crypto';
import { createClient } from '@semaforo/client';
import { exportSPKI, generateKeyPair, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createCookieBrowser, openOidcSession } from '../../../test/cookie-browser.ts';
import {
  type Claims,
  startForgedProvider,
  type TokenAnswer,
} from '../../../test/forged-identity-provider.ts';
import { ENTRA, KEYCLOAK } from '../../../test/recorded-providers.ts';
import { type RunningApp, startApp } from '../../../test/running-app.ts';

const SECRET = 'segreto-del-client-di-prova';
const COOKIE = 'semaforo-oidc';
const nowS = () => Math.floor(Date.now() / 1000);

type Provider = Awaited<ReturnType<typeof startForgedProvider>>;

let provider: Provider;
let app: RunningApp;
let aheadMs = 0;
let formerNonce = 'nonce-di-prima';

async function start(recorded: typeof KEYCLOAK | typeof ENTRA) {
  provider = await startForgedProvider(recorded.document);
  app = await startApp({
    withoutBroker: true,
    clock: { now: () => Date.now() + aheadMs },
    settings: {
      ...{ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'semaforo', OIDC_CLIENT_SECRET: SECRET },
      OIDC_ROLES: recorded.roles,
    },
  });
  const { client } = await app.createOperator('valdombra');
  const noted = { username: 'anna', oidc_subject: recorded.claims.sub, duty: 'read' } as const;
  await client('createPerson', { body: noted });
  provider.userinfoIs(recorded.userinfo);
}

async function stop() {
  await app.stop();
  await provider.stop();
}

/** Begins a log-in; what the provider is asked for then. */
async function begin(browser = createCookieBrowser()) {
  const response = await browser.send(`${app.url}/api/oidc/start`);
  const asked = new URL(response.headers.get('location') ?? '').searchParams;
  const good: Claims = {
    ...{ iss: provider.issuer, aud: asked.get('client_id'), nonce: asked.get('nonce') },
    ...{ iat: nowS(), exp: nowS() + 300 },
  };
  const back = { code: 'codice', state: asked.get('state') ?? '', iss: provider.issuer };
  return { browser, good, back, asked };
}

/** Sends a browser back; true when a session comes of it. */
async function comesIn(browser: ReturnType<typeof createCookieBrowser>, back: Record<string, string>) {
  const response = await browser.send(`${app.url}/api/oidc/callback?${String(new URLSearchParams(back))}`);
  const { status, body } = await openOidcSession(browser, app.url);
  expect(response.status === 302, `callback ${response.status}`).toBe(status === 200);
  return body.accessToken !== undefined;
}

describe.each([KEYCLOAK, ENTRA])('the documents of $name', (recorded) => {
  beforeAll(() => start(recorded));
  afterAll(stop);

  test('lead a person in, by subject alone, with the duty of its groups', async () => {
    const { browser, good, back } = await begin();
    provider.answerWith({ ...good, ...recorded.claims });
    await browser.send(`${app.url}/api/oidc/callback?${String(new URLSearchParams(back))}`);
    const { body } = await openOidcSession(browser, app.url);
    const me = await createClient({ origin: app.url, token: body.accessToken ?? '' })('getMe');
    // Not the admin, whose name the provider has for them.
    expect(me).toMatchObject({ username: 'anna', role: 'user' });
    expect(me.person?.duty).toBe(recorded === KEYCLOAK ? 'operate' : 'manage');
  });
});

const claims =
  (change: (good: Claims) => Claims): TokenAnswer =>
  async (good, keys) => ({
    id_token: await keys.sign(change(good)),
  });
const without = (name: string) => claims(({ [name]: _left, ...rest }) => rest);
const withClaims = (changed: Claims) => claims((good) => ({ ...good, ...changed }));

/** Tokens that a provider, or who stands between, could answer. */
const TOKENS: Record<string, TokenAnswer> = {
  'iss of another provider': withClaims({ iss: 'https://altrove.example' }),
  'iss with one more slash': claims((good) => ({ ...good, iss: `${String(good.iss)}/` })),
  'no iss': without('iss'),
  'aud of another client': withClaims({ aud: 'altro' }),
  'no aud': without('aud'),
  'aud of two others': withClaims({ aud: ['altro', 'altro-ancora'] }),
  'two aud without azp': claims(({ azp: _azp, ...good }) => ({ ...good, aud: ['semaforo', 'altro'] })),
  'two aud with azp of the other': withClaims({ aud: ['semaforo', 'altro'], azp: 'altro' }),
  'azp of another client': withClaims({ azp: 'altro' }),
  'another nonce': withClaims({ nonce: 'inventato' }),
  'the nonce of a former log-in': claims((good) => ({ ...good, nonce: formerNonce })),
  'an empty nonce': withClaims({ nonce: '' }),
  'no nonce': without('nonce'),
  'exp two minutes ago': withClaims({ exp: nowS() - 120 }),
  'exp as a text': withClaims({ exp: 'domani' }),
  'no exp': without('exp'),
  'iat in five minutes': claims((good) => ({ ...good, iat: nowS() + 300, exp: nowS() + 600 })),
  'iat as a text': withClaims({ iat: 'ieri' }),
  'no iat': without('iat'),
  'nbf in five minutes': claims((good) => ({ ...good, nbf: nowS() + 300 })),
  'no sub': without('sub'),
  'an empty sub': withClaims({ sub: '' }),
  'sub as a number': withClaims({ sub: 7 }),
  'a sub of 300 letters': withClaims({ sub: 'a'.repeat(300) }),
  'alg none': (good) => Promise.resolve({ id_token: new UnsecuredJWT(good).encode() }),
  'alg HS256 with the public key': async (good, keys) => {
    const key = new TextEncoder().encode(await exportSPKI(keys.publicKey));
    return { id_token: await keys.sign(good, { alg: 'HS256', key }) };
  },
  'alg HS256 with the secret of the client': async (good, keys) => ({
    id_token: await keys.sign(good, { alg: 'HS256', key: createSecretKey(Buffer.from(SECRET)).export() }),
  }),
  'a kid that the provider does not have': async (good, keys) => ({
    id_token: await keys.sign(good, { kid: 'chiave-2' }),
  }),
  'the key of somebody else': async (good, keys) => {
    const { privateKey } = await generateKeyPair('RS256');
    return { id_token: await keys.sign(good, { key: privateKey }) };
  },
  'a signature of nothing': async (good, keys) => ({
    id_token: (await keys.sign(good)).replace(/\.[^.]*$/, '.'),
  }),
  'claims that were changed under the signature': async (good, keys) => {
    const [head, , seal] = (await keys.sign(good)).split('.');
    const changed = Buffer.from(JSON.stringify({ ...good, sub: 'altra' })).toString('base64url');
    return { id_token: [head, changed, seal].join('.') };
  },
  'a text that is no token': () => Promise.resolve({ id_token: 'gettone' }),
  'no ID token': () => Promise.resolve({}),
  'a code that was used': () => Promise.resolve({ status: 400, body: { error: 'invalid_grant' } }),
  'a failure of the provider': () => Promise.resolve({ status: 500, body: {} }),
};

/** What a browser could come back with, whose token would be good. */
const RETURNS: Record<string, (back: Record<string, string>) => Record<string, string>> = {
  'another state': (back) => ({ ...back, state: 'inventato' }),
  'an empty state': (back) => ({ ...back, state: '' }),
  'no state': ({ state: _state, ...back }) => back,
  'no code': ({ code: _code, ...back }) => back,
  'the iss of another provider': (back) => ({ ...back, iss: 'https://altrove.example' }),
  'no iss where the provider promises one': ({ iss: _iss, ...back }) => back,
  'a refusal of the provider': ({ code: _code, ...back }) => ({ ...back, error: 'access_denied' }),
  nothing: () => ({}),
};

describe('a log-in that is not what it seems opens no session', () => {
  const subject = { sub: KEYCLOAK.claims.sub };
  beforeAll(() => start(KEYCLOAK));
  afterAll(stop);
  afterEach(() => {
    aheadMs = 0;
  });

  test('but the one that no one changed does, and so does one within the tolerance of a minute', async () => {
    const first = await begin();
    formerNonce = first.asked.get('nonce') ?? '';
    provider.answerWith({ ...first.good, ...subject });
    expect(await comesIn(first.browser, first.back)).toBe(true);
    const late = await begin();
    provider.answerWith({ ...late.good, ...subject, iat: nowS() + 30, exp: nowS() - 30 });
    expect(await comesIn(late.browser, late.back)).toBe(true);
  });

  test.each(Object.entries(TOKENS))('token: %s', async (_name, make) => {
    const { browser, good, back } = await begin();
    provider.answerWith({ ...good, ...subject }, make);
    expect(await comesIn(browser, back)).toBe(false);
  });

  test.each(Object.entries(RETURNS))('way back: %s', async (_name, change) => {
    const { browser, good, back } = await begin();
    provider.answerWith({ ...good, ...subject });
    expect(await comesIn(browser, change(back))).toBe(false);
  });

  test('in a browser that did not begin it, with none of its cookies or with those of its own log-in', async () => {
    const { good, back } = await begin();
    provider.answerWith({ ...good, ...subject });
    expect(await comesIn(createCookieBrowser(), back)).toBe(false);
    const other = await begin();
    expect(await comesIn(other.browser, back)).toBe(false);
  });

  test('with a cookie that was changed, or is ten minutes old', async () => {
    const changed = await begin();
    provider.answerWith({ ...changed.good, ...subject });
    const jar = changed.browser.jarOf(app.url);
    jar.set(COOKIE, `A${(jar.get(COOKIE) ?? '').slice(1)}x`);
    expect(await comesIn(changed.browser, changed.back)).toBe(false);
    const old = await begin();
    provider.answerWith({ ...old.good, ...subject });
    aheadMs = 601_000;
    expect(await comesIn(old.browser, old.back)).toBe(false);
  });

  test('a second time, with the cookie of the first', async () => {
    const { browser, good, back } = await begin();
    provider.answerWith({ ...good, ...subject });
    const cookie = browser.jarOf(app.url).get(COOKIE) ?? '';
    expect(await comesIn(browser, back)).toBe(true);
    browser.jarOf(app.url).set(COOKIE, cookie);
    expect(await comesIn(browser, back)).toBe(false);
  });
});
