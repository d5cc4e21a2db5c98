import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@semaforo/client';
import { type LiveSocket, openLiveSocket } from '@semaforo/client/live-socket';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { connectAsync } from 'mqtt';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OPERATOR_PASSWORD, type RunningApp, startApp } from '../test/running-app.ts';
import { openDatabase } from './database/engine.ts';

type Page = {
  client: Client;
  socket: LiveSocket;
  received: string[];
};

describe('a revoked right', () => {
  let dataDir: string;
  let app: RunningApp;
  let admin: Client;
  let operator: { id: number };
  let sockets: LiveSocket[];

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'semaforo-revocation-'));
    app = await startApp({ dataDir });
    admin = await app.logIn(ADMIN);
    operator = await app.createOperator('valdombra');
    sockets = [];
  });
  afterEach(async () => {
    for (const socket of sockets) socket.disconnect();
    await app.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const openPage = async (username: string, password = OPERATOR_PASSWORD): Promise<Page> =>
    openPageOf(await app.tokenOf({ username, password }));
  const openPageOf = async (token: string): Promise<Page> => {
    const socket = openLiveSocket({ origin: app.url, token, reconnection: false });
    sockets.push(socket);
    const received: string[] = [];
    socket.on('mqtt_message', ({ topic }) => received.push(topic));
    await until('the socket is connected', () => socket.connected);
    return { client: createClient({ origin: app.url, token }), socket, received };
  };
  const untilSocketEnds = ({ socket }: Page) => until('the socket has ended', () => !socket.connected);
  const inDatabase = async (work: (db: ReturnType<typeof openDatabase>['db']) => Promise<unknown>) => {
    const database = openDatabase({ dataDir, databaseUrl: undefined });
    await work(database.db);
    await database.close();
  };

  test('a deleted user is out: no call is answered, the socket has ended', async () => {
    const page = await openPage('valdombra');
    await admin('deleteUser', { params: { id: operator.id } });
    expect(await page.client.attempt('getMe')).toMatchObject({ status: 401 });
    await untilSocketEnds(page);
  });

  test('a logged-out session is out, and the other one of the same user goes on', async () => {
    const [page, other] = [await openPage('valdombra'), await openPage('valdombra')];
    await page.client('logOut');
    await untilSocketEnds(page);
    expect(await other.client.attempt('getMe')).toMatchObject({ ok: true });
    expect(other.socket.connected).toBe(true);
  });

  test('a wall hears what its user may hear, and a revoked one hears no more', async () => {
    const { client } = await openPage('valdombra');
    const { wall, accessToken } = await client('createWall', { body: { name: 'Corridoio' } });
    const page = await openPageOf(accessToken);
    let published = 0;
    page.socket.on('devices_changed', () => (published += 1));
    // Its end is farther away than a timer can wait.
    await app.createDevice({ topic: '/3/valdombra/s9', type: 'semaforo', userId: operator.id });
    await until('the wall is told', () => published > 0);
    await admin('revokeWall', { params: { id: wall.id } });
    await untilSocketEnds(page);
    expect(await page.client.attempt('getMe')).toMatchObject({ status: 401 });
  });

  test('a session that another server ended is out, sockets included', async () => {
    const page = await openPage('valdombra');
    await inDatabase((db) =>
      db.updateTable('sessions').set({ ended_by: 'user' }).where('user_id', '=', operator.id).execute(),
    );
    expect(await page.client.attempt('getMe')).toMatchObject({ status: 401 });
    await untilSocketEnds(page);
  });

  test('a user whose password was reset is out, and in again with the new one', async () => {
    const page = await openPage('valdombra');
    const password = 'tutta-unaltra-parola';
    await admin('resetPassword', { params: { id: operator.id }, body: { password } });
    expect(await page.client.attempt('getMe')).toMatchObject({ status: 401 });
    await untilSocketEnds(page);
    await openPage('valdombra', password);
  });

  test('an admin demoted in the database is no admin any more, and hears no longer of all devices', async () => {
    await admin('createUser', {
      body: { username: 'vice', password: OPERATOR_PASSWORD, role: 'admin' },
    });
    const page = await openPage('vice');
    await inDatabase((db) =>
      db.updateTable('users').set({ role: 'user' }).where('username', '=', 'vice').execute(),
    );
    expect(await page.client.attempt('listUsers')).toMatchObject({ status: 403 });
    await untilSocketEnds(page);
  });

  test('a user deleted by another server on the same database is out, sockets included', async () => {
    const page = await openPage('valdombra');
    await inDatabase((db) => db.deleteFrom('users').where('id', '=', operator.id).execute());
    expect(await page.client.attempt('getMe')).toMatchObject({ status: 401 });
    await untilSocketEnds(page);
  });

  test('the former owner of a reassigned device neither reads nor hears nor commands it', async () => {
    const next = await app.createOperator('torrealta');
    const id = await app.createDevice({ topic: '/3/val/l1', userId: operator.id, type: 'lanterna' });
    await app.createDevice({ topic: '/3/val/s1', userId: operator.id });
    const former = await openPage('valdombra');
    const owner = await openPage('torrealta');
    await admin('assignDevice', { params: { id }, body: { userId: next.id } });

    expect(await former.client.attempt('toggleLantern', { params: { id } })).toMatchObject({ status: 404 });
    expect(await former.client('listDevices')).toMatchObject({
      devices: [{ topic: '/3/val/s1' }],
    });
    const device = await connectAsync(`mqtt://127.0.0.1:${app.brokerPort}`, BROKER_LOGIN);
    await device.publishAsync('/3/val/l1/out0', '1', { qos: 1 });
    await device.publishAsync('/3/val/s1/out1', '1', { qos: 1 });
    await device.endAsync();
    await until('both pages heard something', () => former.received.length > 0 && owner.received.length > 0);
    expect([former.received, owner.received]).toEqual([['/3/val/s1/out1'], ['/3/val/l1/out0']]);
  });
});
