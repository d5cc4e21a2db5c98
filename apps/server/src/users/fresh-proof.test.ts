import { type Address, addresses } from '@semaforo/contract/api/addresses';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ApiServer, PASSWORD, startApi } from '../../test/api-server.ts';

const MINUTE_MS = 60_000;
const STEP_UP = { status: 403, error: { code: 'step-up-required' } };

test('what changes who gets in or who is called wants a fresh proof, and nothing that reads', () => {
  const table = Object.entries<Address>(addresses);
  const changes = table.filter(
    ([, { method, path }]) =>
      method !== 'GET' &&
      /second-factor|\/walls|\/people|\/duty|\/api-keys|user\/passkeys|sessions/.test(path),
  );
  // One asks for password and code by itself; the other only rings.
  const without = ['disableSecondFactor', 'testDuty'];
  expect(table.flatMap(([name, { stepUp }]) => (stepUp ? [name] : [])).toSorted()).toEqual(
    changes.flatMap(([name]) => (without.includes(name) ? [] : [name])).toSorted(),
  );
});

describe('a session', () => {
  let api: ApiServer;
  let now = Date.now();
  const later = (minutes: number) => {
    now += minutes * MINUTE_MS;
  };

  beforeEach(async () => {
    api = await startApi('sqlite', { clock: { now: () => now }, sessionIdleMs: 30 * MINUTE_MS });
    await api.addUser('valdombra');
  });
  afterEach(() => api.stop());

  test('of the last ten minutes needs no other proof; an older one does, by the right password', async () => {
    const client = await api.logIn('valdombra');
    const wall = { body: { name: 'Corridoio' } };
    later(10);
    expect(await client.attempt('createWall', wall)).toMatchObject({ status: 201 });
    later(1);
    expect(await client.attempt('createWall', wall)).toMatchObject(STEP_UP);
    expect(await client.attempt('listWalls')).toMatchObject({ status: 200 });
    expect(await client.attempt('proveAgain', { body: { password: 'sbagliata' } })).toMatchObject({
      status: 400,
    });
    expect(await client.attempt('proveAgain', { body: { code: '123456' } })).toMatchObject({ status: 409 });
    expect(await client.attempt('createWall', wall)).toMatchObject(STEP_UP);
    await client('proveAgain', { body: { password: PASSWORD } });
    expect(await client.attempt('createWall', wall)).toMatchObject({ status: 201 });
    later(11);
    expect(await client.attempt('createWall', wall)).toMatchObject(STEP_UP);
  });

  test('ends when no one uses it, and says so; the wall of its user does not', async () => {
    const client = await api.logIn('valdombra');
    const { accessToken } = await client('createWall', { body: { name: 'Corridoio' } });
    later(30);
    expect(await client.attempt('getMe')).toMatchObject({ status: 200 });
    // The use was noted beside the call.
    await expect.poll(async () => (await client('listSessions')).sessions.length).toBe(1);
    later(31);
    expect(await client.attempt('getMe')).toMatchObject({ status: 401, error: { code: 'session-idle' } });
    expect(await api.clientOf(accessToken).attempt('getMe')).toMatchObject({ status: 200 });
  });
});

test('with a second factor for all a user without one can only set it up', async () => {
  const api = await startApi('sqlite', { requireSecondFactor: 'all' });
  await api.addUser('valdombra');
  const client = await api.logIn('valdombra');
  expect(await client.attempt('listSessions')).toMatchObject({
    error: { code: 'second-factor-setup-required' },
  });
  expect(await client.attempt('beginSecondFactor')).toMatchObject({ status: 201 });
  await api.stop();
});
