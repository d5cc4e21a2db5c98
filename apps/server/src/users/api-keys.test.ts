import { type Client, createClient } from '@semaforo/client';
import { openLiveSocket } from '@semaforo/client/live-socket';
import type { KeyScope } from '@semaforo/contract/domain/key-scope';
import { ADMIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type RunningApp, startApp, untilShows } from '../../test/running-app.ts';

const SIGNAL = '/3/valdombra/s1';
const OTHER_SIGNAL = '/3/valdombra/s2';

let app: RunningApp;
let admin: Client;
let comune: { id: number; client: Client };
let signal: number;
let other: number;
let ahead = 0;

beforeEach(async () => {
  ahead = 0;
  app = await startApp({ clock: { now: () => Date.now() + ahead } });
  admin = await app.logIn(ADMIN);
  comune = await app.createOperator('valdombra');
  signal = await app.createDevice({ topic: SIGNAL, userId: comune.id, name: 'Sottopasso' });
  other = await app.createDevice({ topic: OTHER_SIGNAL, userId: comune.id, name: 'Ponte' });
  await app.startFleet(
    [SIGNAL, OTHER_SIGNAL].map((key) => ({
      ...({ key, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' } as const),
    })),
  );
  for (const key of [SIGNAL, OTHER_SIGNAL]) await untilShows(comune.client, key, 'verde');
});
afterEach(() => app.stop());

async function makeKey(scopes: KeyScope[], more: object = {}): Promise<{ id: number; client: Client }> {
  const body = { name: 'Sala della valle', scopes, user_id: comune.id, ...more };
  const { id, key } = await admin('createApiKey', { body });
  expect(key).toMatch(/^smf_[\w-]{43}$/);
  return { id, client: createClient({ origin: app.url, token: key }) };
}
const light = (client: Client, command: 'giallo' | 'rosso', deviceIds = [signal]) =>
  client('sendCommand', { body: { command, deviceIds } });

test('a key that reads sees what its Comune sees, lights nothing, and is shown only once', async () => {
  const { id, client } = await makeKey(['read']);
  expect(await client('listDeviceStatuses')).toHaveLength(2);
  expect(await client('getMe')).toMatchObject({
    username: 'Sala della valle',
    key: { id, scopes: ['read'] },
  });
  await expect(light(client, 'giallo')).rejects.toMatchObject({ status: 403, code: 'scope-missing' });
  await expect(client('listUsers')).rejects.toMatchObject({ status: 403 });
  await expect(client('listSessions')).rejects.toMatchObject({ code: 'not-for-keys' });
  const keys = await until('its use is stored', async () => {
    const [key] = await admin('listApiKeys');
    return key?.last_used && key;
  });
  expect(keys).toMatchObject({ name: 'Sala della valle', scopes: ['read'], username: 'valdombra' });
  expect(JSON.stringify(await admin('listApiKeys'))).not.toContain('smf_');
});

test('what a key commands is confirmed by the lamp and has its name in history and audit', async () => {
  const { client } = await makeKey(['command']);
  expect(await light(client, 'giallo')).toBeDefined();
  await untilShows(comune.client, SIGNAL, 'giallo');
  expect((await comune.client('listHistory'))[0]).toMatchObject({ username: 'Sala della valle' });
  const { entries } = await admin('listAudit', { query: {} });
  expect(entries.find(({ action }) => action === 'commands.send')).toMatchObject({
    username: 'Sala della valle',
  });
});

test('what a key proposes moves no lamp until a person confirms it', async () => {
  const { client } = await makeKey(['propose']);
  await expect(light(client, 'giallo')).rejects.toMatchObject({ status: 409, code: 'proposed' });
  const [asked] = await comune.client('listApprovals');
  expect(asked).toMatchObject({ asked_by: 'Sala della valle', color: 'giallo', may_confirm: true });
  const from = new Date().toISOString();
  const to = new Date(Date.now() + 3_600_000).toISOString();
  const body = { color: 'rosso' as const, from, to, reason: 'Piena', deviceIds: [signal] };
  expect(await client('createAlert', { body })).toMatchObject({ state: 'proposta' });
  expect(await comune.client('listHistory')).toEqual([]);
  const call = { params: { id: asked?.id ?? 0 }, body: {} };
  await expect(client('confirmApproval', call)).rejects.toMatchObject({ code: 'not-for-keys' });
  await comune.client('confirmApproval', call);
  await untilShows(comune.client, SIGNAL, 'giallo');
  expect((await comune.client('listHistory'))[0]).toMatchObject({
    ...{ username: 'Sala della valle', approved_by: 'valdombra' },
  });
});

test('a key of one device neither sees nor commands another, and reads nothing of the whole Comune', async () => {
  const { client } = await makeKey(['read', 'command'], { device_ids: [signal] });
  expect((await client('listDeviceStatuses')).map(({ id }) => id)).toEqual([signal]);
  expect(JSON.stringify(await client('listDevices'))).not.toContain('Ponte');
  await expect(light(client, 'giallo', [other])).rejects.toMatchObject({ status: 404 });
  await client('sendCommand', { body: { command: 'giallo' } });
  await untilShows(comune.client, SIGNAL, 'giallo');
  await untilShows(comune.client, OTHER_SIGNAL, 'verde');
  await expect(client('listHistory')).rejects.toMatchObject({ code: 'key-of-devices' });
  const hours = { from: new Date().toISOString(), to: new Date(Date.now() + 3_600_000).toISOString() };
  const body = { color: 'giallo' as const, ...hours, reason: 'Piena' };
  await expect(client('createAlert', { body })).rejects.toMatchObject({ code: 'key-of-devices' });
});

test('a key of a group follows its members, and ends with it', async () => {
  const group = await comune.client('createGroup', { body: { name: 'Sottopassi', deviceIds: [signal] } });
  const { client } = await makeKey(['read'], { group_id: group.id });
  expect(await client('listDeviceStatuses')).toHaveLength(1);
  const params = { id: group.id };
  await comune.client('updateGroup', { params, body: { name: 'Sottopassi', deviceIds: [signal, other] } });
  expect(await client('listDeviceStatuses')).toHaveLength(2);
  await comune.client('deleteGroup', { params });
  await expect(client('listDeviceStatuses')).rejects.toMatchObject({ status: 401, code: 'key-unknown' });
});

test('an expired, a revoked and a forged key are refused, on the socket too', async () => {
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  const expiring = await makeKey(['read'], { expires_at });
  const revoked = await makeKey(['read'], { name: 'Sito' });
  const connect = (token: string) => {
    const socket = openLiveSocket({ origin: app.url, token });
    onTestFinished(() => void socket.disconnect());
    return socket;
  };
  const socket = connect(revoked.client.token ?? '');
  await until('the socket is open', () => Promise.resolve(socket.connected));
  ahead = 61_000;
  await expect(expiring.client('getMe')).rejects.toMatchObject({ code: 'key-expired' });
  await admin('revokeApiKey', { params: { id: revoked.id } });
  await expect(revoked.client('getMe')).rejects.toMatchObject({ code: 'key-unknown' });
  await until('the socket is cut off', () => Promise.resolve(!socket.connected));
  const forged = createClient({ origin: app.url, token: `smf_${'A'.repeat(43)}` });
  await expect(forged('getMe')).rejects.toMatchObject({ status: 401 });
});

test.each([
  ['the name of a person', { name: 'valdombra' }, 'name-of-a-person'],
  ['a device of another Comune', { device_ids: [9999] }, 'not-of-the-comune'],
  ['an expiry that is past', { expires_at: '2020-01-01T00:00:00Z' }, 'expiry-past'],
])('a key with %s is not made', async (_what, more, code) => {
  await expect(makeKey(['read'], more)).rejects.toMatchObject({ code });
  expect(await admin('listApiKeys')).toEqual([]);
});
