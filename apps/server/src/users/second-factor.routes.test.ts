import type { Client } from '@semaforo/client';
import { formatDuration } from '@semaforo/contract/domain/italian';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ApiServer, PASSWORD, startApi } from '../../test/api-server.ts';
import { testEngines } from '../../test/test-database.ts';
import { codeAt } from './totp.ts';

const STEP_MS = 30_000;
/** It stands still: no code grows old while a test runs. */
const NOW = Date.now();
const clock = { now: () => NOW };
const WRONG = { code: 'wrong-code', message: 'Codice scaduto: scrivi quello che l’app mostra adesso.' };
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an app makes of the secret that a person typed or scanned. */
function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code of that step: each counts once, so each act of a test needs another one. */
const codeOf = (secret: string, steps = 0) => codeAt(bytesOf(secret), clock.now() + steps * STEP_MS);

async function turnOn(client: Client): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await client('beginSecondFactor');
  const { recoveryCodes } = await client('confirmSecondFactor', { body: { code: codeOf(secret, -1) } });
  return { secret, recoveryCodes };
}

describe.each(testEngines())('the second factor on %s', (engine) => {
  let api: ApiServer;

  beforeEach(async () => {
    api = await startApi(engine, { clock });
    await api.addUser('admin', 'admin');
  });
  afterEach(() => api.stop());

  const tryCode = (code?: string) => api.tryLogIn({ username: 'admin', ...(code !== undefined && { code }) });
  /** What was done; the row of a refusal may come after the answer. */
  const listActions = async () =>
    (
      await api.database.db
        .selectFrom('audit')
        .select('action')
        .where('outcome', '=', 'riuscita')
        .orderBy('id')
        .execute()
    ).map(({ action }) => action);

  test('it is off until a first code of the new secret confirms it, and changes no log-in until then', async () => {
    const admin = await api.logIn('admin');
    const none = { state: 'off', required: false, recoveryCodesLeft: 0 };
    expect(await admin('getSecondFactor')).toEqual(none);
    const { secret, uri } = await admin('beginSecondFactor');
    expect(uri).toBe(`otpauth://totp/Semaforo%3Aadmin?secret=${secret}&issuer=Semaforo`);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(await admin('getSecondFactor')).toEqual({ ...none, state: 'to-confirm' });
    expect((await tryCode()).status).toBe(200);
    const wrong = { body: { code: codeOf(secret, 5) } };
    expect(await admin.attempt('confirmSecondFactor', wrong)).toMatchObject({ status: 400, error: WRONG });
    const { recoveryCodes } = await admin('confirmSecondFactor', { body: { code: codeOf(secret) } });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await admin('getSecondFactor')).toEqual({ state: 'on', required: false, recoveryCodesLeft: 10 });
    expect(await admin.attempt('beginSecondFactor')).toMatchObject({ status: 409 });
    expect((await listActions()).at(-1)).toBe('users.enable-second-factor');
  });

  test('a log-in then needs the code, which counts once; the one before it does not count any more', async () => {
    const { secret } = await turnOn(await api.logIn('admin'));
    expect(await tryCode()).toMatchObject({ status: 401, error: { code: 'second-factor-required' } });
    expect(await tryCode('000000')).toMatchObject({ status: 401, error: WRONG });
    const code = codeOf(secret, 0);
    expect((await tryCode(`${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
    expect(await tryCode(code)).toMatchObject({ status: 401, error: WRONG });
    expect(await tryCode(codeOf(secret, -1))).toMatchObject({ status: 401, error: WRONG });
    expect(await api.tryLogIn({ username: 'admin', password: 'sbagliata', code })).toMatchObject({
      status: 401,
      error: { code: 'invalid-credentials' },
    });
  });

  test('of two log-ins with one code at the same time one succeeds', async () => {
    const { secret } = await turnOn(await api.logIn('admin'));
    const code = codeOf(secret);
    const statuses = (await Promise.all([tryCode(code), tryCode(code)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 401]);
  });

  test('a recovery code counts once instead of a code, however it is typed', async () => {
    const admin = await api.logIn('admin');
    const { recoveryCodes } = await turnOn(admin);
    const [first = '', second = ''] = recoveryCodes;
    expect((await tryCode(first)).status).toBe(200);
    expect((await tryCode(first)).status).toBe(401);
    expect((await tryCode(second.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    expect(await admin('getSecondFactor')).toMatchObject({ recoveryCodesLeft: 8 });
  });

  test('wrong codes are slowed down, also for the right one, but not in a browser that is known', async () => {
    const known = await tryCode();
    const cookie = known.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    const { secret } = await turnOn(await api.logIn('admin'));
    const guesses = await Promise.all(Array.from({ length: 8 }, () => tryCode('000000')));
    expect(guesses.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(5);
    const throttled = await tryCode(codeOf(secret));
    expect(throttled).toMatchObject({ status: 429, error: { code: 'too-many-attempts' } });
    const waitS = Number(throttled.headers.get('retry-after'));
    const message = `Troppi codici sbagliati: riprova fra ${formatDuration(waitS * 1000)}`;
    expect(throttled).toMatchObject({ error: { message } });
    expect((await api.tryLogIn({ username: 'admin', code: codeOf(secret), cookie })).status).toBe(200);
  });

  test('guesses at the code of the app from elsewhere keep neither the owner nor a recovery code out', async () => {
    const { secret, recoveryCodes } = await turnOn(await api.logIn('admin'));
    const from = (address: string, code: string) => api.tryLogIn({ username: 'admin', code, address });
    for (let guess = 0; guess < 8; guess += 1) await from('198.51.100.7', '000000');
    expect(await from('198.51.100.7', codeOf(secret))).toMatchObject({ status: 429 });
    expect(await from('198.51.100.7', recoveryCodes[0] ?? '')).toMatchObject({ status: 200 });
    expect(await from('203.0.113.9', codeOf(secret))).toMatchObject({ status: 200 });
  });

  test('it is turned off with the password and a code only', async () => {
    const admin = await api.logIn('admin');
    const { secret } = await turnOn(admin);
    const off = (password: string, code: string) =>
      admin.attempt('disableSecondFactor', { body: { password, code } });
    expect(await off('sbagliata', codeOf(secret))).toMatchObject({
      status: 400,
      error: { code: 'wrong-password' },
    });
    expect(await off(PASSWORD, '000000')).toMatchObject({ status: 400, error: WRONG });
    expect((await off(PASSWORD, codeOf(secret))).status).toBe(204);
    expect((await tryCode()).status).toBe(200);
    expect((await listActions()).slice(-2)).toEqual(['users.disable-second-factor', 'users.log-in']);
  });

  test('an admin resets that of another user, not the own one, and it is in the audit', async () => {
    const id = await api.addUser('anna');
    const [admin, anna] = [await api.logIn('admin'), await api.logIn('anna')];
    const { id: adminId } = await admin('getMe');
    const reset = (userId: number) => admin.attempt('resetSecondFactor', { params: { id: userId } });
    expect(await reset(id)).toMatchObject({ status: 409, error: { code: 'second-factor-off' } });
    await turnOn(anna);
    expect(await anna.attempt('resetSecondFactor', { params: { id } })).toMatchObject({ status: 403 });
    expect((await reset(id)).status).toBe(204);
    expect((await listActions()).at(-1)).toBe('users.reset-second-factor');
    expect((await api.tryLogIn({ username: 'anna' })).status).toBe(200);
    await turnOn(admin);
    expect(await reset(adminId)).toMatchObject({ status: 409, error: { code: 'cannot-reset-oneself' } });
    expect(await reset(999)).toMatchObject({ status: 404 });
  });

  test('neither secret nor recovery codes are readable in the database', async () => {
    const { secret, recoveryCodes } = await turnOn(await api.logIn('admin'));
    const { db } = api.database;
    const stored = JSON.stringify([
      await db.selectFrom('second_factors').selectAll().execute(),
      await db.selectFrom('recovery_codes').selectAll().execute(),
      await db.selectFrom('audit').selectAll().execute(),
    ]);
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(bytesOf(secret).toString('base64url'));
    for (const code of recoveryCodes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replaceAll('-', ''));
    }
  });
});

describe.each(testEngines())('a second factor that admins must have, on %s', (engine) => {
  let api: ApiServer;

  beforeEach(async () => {
    api = await startApi(engine, { clock, requireSecondFactor: 'admin' });
    await api.addUser('admin', 'admin');
    await api.addUser('anna');
  });
  afterEach(() => api.stop());

  test('an admin without one can only set it up or log out, and then do everything', async () => {
    const admin = await api.logIn('admin');
    const refused = { status: 403, error: { code: 'second-factor-setup-required' } };
    expect(await admin.attempt('listUsers')).toMatchObject(refused);
    expect(await admin.attempt('listMySettings')).toMatchObject(refused);
    expect(await admin('getMe')).toMatchObject({ role: 'admin' });
    expect(await admin('getSecondFactor')).toMatchObject({ state: 'off', required: true });
    const { secret } = await admin('beginSecondFactor');
    expect(await admin.attempt('listUsers')).toMatchObject(refused);
    await admin('confirmSecondFactor', { body: { code: codeOf(secret) } });
    expect(await admin.attempt('listUsers')).toMatchObject({ ok: true });
  });

  test('a user who is not an admin needs none', async () => {
    const anna = await api.logIn('anna');
    expect(await anna.attempt('listMySettings')).toMatchObject({ ok: true });
    expect(await anna('getSecondFactor')).toMatchObject({ required: false });
  });
});
