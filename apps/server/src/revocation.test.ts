import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerToClientEvents } from '@semaforo/contract/live/events';
import { until } from '@semaforo/testing/until';
import { connectAsync } from 'mqtt';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  ADMIN,
  BROKER_LOGIN,
  type Caller,
  callerOf,
  OPERATOR_PASSWORD,
  type RunningApp,
  startApp,
} from '../test/running-app.ts';
import { openDatabase } from './database/engine.ts';

const AT_ONCE_MS = 1000;

type Page = {
  call: Caller;
  socket: Socket<ServerToClientEvents>;
  /** When the socket ended, by performance.now(). */
  endedAt: () => number | undefined;
  heard: string[];
};

describe('within a second', () => {
  let dataDir: string;
  let app: RunningApp;
  let admin: Caller;
  let operator: { id: number };
  let sockets: Socket[];

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'semaforo-revocation-'));
    app = await startApp({ dataDir });
    admin = await app.as(ADMIN);
    operator = await app.createOperator('valdombra');
    sockets = [];
  });
  afterEach(async () => {
    for (const socket of sockets) socket.disconnect();
    await app.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const openPage = async (username: string, password = OPERATOR_PASSWORD): Promise<Page> => {
    const token = await app.tokenOf({ username, password });
    const socket: Page['socket'] = io(app.url, { auth: { token }, forceNew: true, reconnection: false });
    sockets.push(socket);
    let endedAt: number | undefined;
    const heard: string[] = [];
    socket.on('disconnect', () => {
      endedAt = performance.now();
    });
    socket.on('mqtt_message', ({ topic }) => heard.push(topic));
    await until('the socket is connected', () => socket.connected);
    return { call: callerOf(app.url, token), socket, endedAt: () => endedAt, heard };
  };
  const expectSocketToEnd = async ({ endedAt }: Page, since: number) => {
    const at = await until('the socket has ended', endedAt);
    expect(at - since).toBeLessThan(AT_ONCE_MS);
  };
  const inDatabase = async (work: (db: ReturnType<typeof openDatabase>['db']) => Promise<unknown>) => {
    const database = openDatabase({ dataDir, databaseUrl: undefined });
    await work(database.db);
    await database.close();
  };

  test('a deleted user is out: no call is answered, the socket has ended', async () => {
    const page = await openPage('valdombra');
    await admin('DELETE', `/api/admin/users/${operator.id}`);
    const since = performance.now();
    expect((await page.call('GET', '/api/user/me')).status).toBe(401);
    await expectSocketToEnd(page, since);
  });

  test('a user whose password was reset is out, and in again with the new one', async () => {
    const page = await openPage('valdombra');
    const password = 'tutta-unaltra-parola';
    await admin('PUT', `/api/admin/users/${operator.id}/password`, { password });
    const since = performance.now();
    expect((await page.call('GET', '/api/user/me')).status).toBe(401);
    await expectSocketToEnd(page, since);
    await openPage('valdombra', password);
  });

  test('an admin demoted in the database is no admin any more, and hears no longer of all devices', async () => {
    await admin('POST', '/api/admin/users', { username: 'vice', password: OPERATOR_PASSWORD, role: 'admin' });
    const page = await openPage('vice');
    await inDatabase((db) =>
      db.updateTable('users').set({ role: 'user' }).where('username', '=', 'vice').execute(),
    );
    const since = performance.now();
    expect((await page.call('GET', '/api/admin/users')).status).toBe(403);
    await expectSocketToEnd(page, since);
  });

  test('a user deleted by another server on the same database is out, sockets included', async () => {
    const page = await openPage('valdombra');
    await inDatabase((db) => db.deleteFrom('users').where('id', '=', operator.id).execute());
    const since = performance.now();
    expect((await page.call('GET', '/api/user/me')).status).toBe(401);
    await expectSocketToEnd(page, since);
  });

  test('the former owner of a reassigned device neither reads nor hears nor commands it', async () => {
    const next = await app.createOperator('torrealta');
    const id = await app.createDevice({ topic: '/3/val/l1', userId: operator.id, type: 'lanterna' });
    await app.createDevice({ topic: '/3/val/s1', userId: operator.id });
    const former = await openPage('valdombra');
    const owner = await openPage('torrealta');
    await admin('POST', `/api/admin/devices/${id}/assign`, { userId: next.id });

    expect((await former.call('POST', `/api/devices/${id}/toggle`)).status).toBe(404);
    expect((await former.call('GET', '/api/devices')).body).toMatchObject({
      devices: [{ topic: '/3/val/s1' }],
    });
    const device = await connectAsync(`mqtt://127.0.0.1:${app.brokerPort}`, BROKER_LOGIN);
    await device.publishAsync('/3/val/l1/out0', '1', { qos: 1 });
    await device.publishAsync('/3/val/s1/out1', '1', { qos: 1 });
    await device.endAsync();
    await until('both pages heard something', () => former.heard.length > 0 && owner.heard.length > 0);
    expect([former.heard, owner.heard]).toEqual([['/3/val/s1/out1'], ['/3/val/l1/out0']]);
  });
});
