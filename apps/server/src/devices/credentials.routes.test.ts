import type { Client } from '@semaforo/client';
import { makeLogins } from '@semaforo/simulator/make-logins';
import { ADMIN } from '@semaforo/testing/credentials';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../../test/running-app.ts';
import { openDatabase } from '../database/engine.ts';

const NOT_FOUND = { status: 404, error: { code: 'not-found', message: 'Non trovato' } };

let app: RunningApp;
let admin: Client;
let anna: Client;
let params: { id: number };

beforeEach(async () => {
  app = await startApp({ withoutBroker: true });
  admin = await app.logIn(ADMIN);
  const operator = await app.createOperator('anna');
  anna = operator.client;
  params = { id: await app.createDevice({ topic: '/3/comune/s1', userId: operator.id }) };
});
afterEach(() => app.stop());

test('an admin makes, rotates and revokes the credentials of a device, and the password is in one answer only', async () => {
  const withoutAny = await admin('getManagedDevice', { params });
  const [listed] = (await admin('listManagedDevices')).devices;
  expect(withoutAny).toEqual({ ...listed, credentials: null });

  const first = await admin('makeCredentials', { params });
  const second = await admin('makeCredentials', { params });
  expect(second.username).toBe(first.username);
  expect(second.password).not.toBe(first.password);
  const { credentials } = await admin('getManagedDevice', { params });
  expect(credentials).toEqual({
    username: first.username,
    created_at: expect.stringMatching(/Z$/) as string,
    last_seen: null,
  });

  const { userId } = withoutAny;
  const ofOwner = userId === null ? {} : { userId };
  expect(await admin('listCredentials', { query: ofOwner })).toEqual({
    credentials: [{ device_id: params.id, last_seen: null }],
  });
  expect(await admin('listCredentials')).toEqual({ credentials: [] });

  await admin('revokeCredentials', { params });
  expect(await admin('listCredentials', { query: ofOwner })).toEqual({ credentials: [] });
  expect((await admin('getManagedDevice', { params })).credentials).toBeNull();
  expect(await admin.attempt('revokeCredentials', { params })).toMatchObject(NOT_FOUND);

  const { entries } = await admin('listAudit');
  // What was refused comes a moment later, and is tested where it is written.
  const done = entries.filter(({ outcome }) => outcome === 'riuscita');
  expect(done.slice(0, 3).map(({ action, target, username }) => [action, target, username])).toEqual([
    ['credentials.revoke', `device:${params.id}`, 'admin'],
    ['credentials.rotate', `device:${params.id}`, 'admin'],
    ['credentials.make', `device:${params.id}`, 'admin'],
  ]);
});

test('with another key a device keeps its credentials, and without a device there are none', async () => {
  const { username } = await admin('makeCredentials', { params });
  await admin('updateDevice', { params, body: { topic: '/3/comune/altro' } });
  expect((await admin('getManagedDevice', { params })).credentials?.username).toBe(username);
  await admin('deleteDevice', { params });
  for (const route of ['getManagedDevice', 'makeCredentials', 'revokeCredentials'] as const) {
    expect(await admin.attempt(route, { params })).toMatchObject(NOT_FOUND);
  }
});

test('the simulator asks the console for the credentials of its devices', async () => {
  const console = { origin: app.url, admin: ADMIN };
  const logins = await makeLogins(console, ['/3/comune/s1']);
  const { credentials } = await admin('getManagedDevice', { params });
  expect([...logins]).toEqual([
    ['/3/comune/s1', { username: credentials?.username, password: expect.any(String) as string }],
  ]);
  await expect(makeLogins(console, ['/3/comune/s1', '/3/altro/s9'])).rejects.toThrow(
    'non ha il dispositivo /3/altro/s9',
  );
});

test('a user who is not an admin is refused, also for an own device', async () => {
  for (const route of ['getManagedDevice', 'makeCredentials', 'revokeCredentials'] as const) {
    expect(await anna.attempt(route, { params })).toMatchObject({ status: 403 });
  }
});

test('no password is stored, not even for an Idempotency-Key, and no cache keeps the answer', async () => {
  const token = await app.tokenOf(ADMIN);
  const ask = () =>
    fetch(`${app.url}/api/admin/devices/${params.id}/credentials`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'una-sola-volta' },
    });
  const answers = [await ask(), await ask()];
  const passwords: string[] = [];
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store']);
    passwords.push(((await answer.json()) as { password: string }).password);
  }
  expect(passwords[0]).not.toBe(passwords[1]);

  const database = openDatabase({ dataDir: app.dataDir, databaseUrl: undefined });
  const tables = await database.db.introspection.getTables();
  const rows = await Promise.all(
    tables.map(({ name }) =>
      database.db
        .selectFrom(name as 'audit')
        .selectAll()
        .execute(),
    ),
  );
  await database.close();
  const stored = JSON.stringify(rows);
  expect(stored).toContain('credentials.rotate');
  for (const password of passwords) expect(stored).not.toContain(password);
});
