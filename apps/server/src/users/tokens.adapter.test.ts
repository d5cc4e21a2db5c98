import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { createTokens } from './tokens.adapter.ts';

const KEY = new Uint8Array(32).fill(1);
const START = Date.UTC(2026, 10, 20);
const HALF_A_DAY_MS = 12 * 60 * 60 * 1000;
const CONTENT = {
  user: { id: 7, username: 'valdombra', tokenVersion: 3 },
  sessionId: 5,
  expiresAt: START + HALF_A_DAY_MS,
};

let now = START;
const tokens = createTokens({ key: KEY, clock: { now: () => now } });

/** A token signed with the right key but with any other content. */
const forge = (change: (token: SignJWT) => SignJWT) =>
  change(
    new SignJWT({ username: 'admin', ver: 3, sid: 5 })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('semaforo')
      .setAudience('semaforo-console')
      .setSubject('7')
      .setIssuedAt(START / 1000)
      .setExpirationTime(START / 1000 + 60),
  ).sign(KEY);

test('a verified token gives its user, session, version and end', async () => {
  const token = (await tokens.issue(CONTENT)).reveal();
  expect(await tokens.read(token)).toEqual({
    userId: 7,
    sessionId: 5,
    version: 3,
    isKiosk: false,
    expiresAt: START + HALF_A_DAY_MS,
  });
});

test('only the token of a wall lasts for years, and it says what it is', async () => {
  const expiresAt = START + 3650 * 2 * HALF_A_DAY_MS;
  const kiosk = await tokens.issue({ ...CONTENT, isKiosk: true, expiresAt });
  expect(await tokens.read(kiosk.reveal())).toMatchObject({ isKiosk: true, expiresAt });
  const console = await forge((forged) => forged.setExpirationTime(expiresAt / 1000));
  expect(await tokens.read(console)).toBeUndefined();
});

test('a token contains the username, so that the page can show it', async () => {
  const payload = (await tokens.issue(CONTENT)).reveal().split('.')[1] ?? '';
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ username: 'valdombra' });
});

test('a token is valid for exactly twelve hours', async () => {
  const token = (await tokens.issue(CONTENT)).reveal();
  now = START + HALF_A_DAY_MS - 1000;
  expect(await tokens.read(token)).toBeDefined();
  now = START + HALF_A_DAY_MS;
  expect(await tokens.read(token)).toBe('expired');
  now = START;
});

test('a token with another key, issuer or audience, or without a signature, is refused', async () => {
  const other = createTokens({ key: new Uint8Array(32).fill(2), clock: { now: () => now } });
  const [, payload] = (await tokens.issue(CONTENT)).reveal().split('.');
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
  expect(await tokens.read(await forge((token) => token))).toBeDefined();
  for (const token of [
    (await other.issue(CONTENT)).reveal(),
    await forge((forged) => forged.setIssuer('altri')),
    await forge((forged) => forged.setAudience('altri')),
    await forge((forged) => forged.setSubject('admin')),
    await forge((forged) => forged.setIssuer('altri').setExpirationTime(START / 1000 - 60)),
    unsigned,
    '',
    'a.b.c',
  ]) {
    expect(await tokens.read(token)).toBeUndefined();
  }
});

test('a token with one changed letter is refused', async () => {
  const token = (await tokens.issue(CONTENT)).reveal();
  for (let index = 0; index < token.length - 1; index += 5) {
    const letter = token.charAt(index) === 'A' ? 'B' : 'A';
    expect(await tokens.read(token.slice(0, index) + letter + token.slice(index + 1))).toBeUndefined();
  }
});

test('a token that lasts longer than twelve hours is refused, though its signature is right', async () => {
  const lasting = (seconds: number) =>
    forge((forged) => forged.setExpirationTime(START / 1000 + HALF_A_DAY_MS / 1000 + seconds));
  expect(await tokens.read(await lasting(0))).toBeDefined();
  expect(await tokens.read(await lasting(1))).toBeUndefined();
});

test('a token of an earlier version, which names no session, is refused', async () => {
  const earlier = new SignJWT({ username: 'valdombra', ver: 3 })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('semaforo')
    .setAudience('semaforo-console')
    .setSubject('7')
    .setIssuedAt(START / 1000)
    .setExpirationTime(START / 1000 + 60);
  expect(await tokens.read(await earlier.sign(KEY))).toBeUndefined();
});
