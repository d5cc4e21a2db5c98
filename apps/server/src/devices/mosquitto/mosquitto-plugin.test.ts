import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@semaforo/client';
import { outsideBrokerSettings } from '@semaforo/testing/broker-settings';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import {
  createMosquitto,
  hasMosquittoPlugin,
  type Mosquitto,
  PLUGIN_ADMIN,
  pluginAccess,
} from '@semaforo/testing/mosquitto';
import { until } from '@semaforo/testing/until';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../../../test/running-app.ts';
import { openDatabase } from '../../database/engine.ts';

const CONSOLE = { username: 'console', password: 'della-console-sola' };
const KEY = '/3/valle/s1';
const MOVED = '/3/valle/spostato';

type Login = { username: string; password: string };

describe.skipIf(!hasMosquittoPlugin)('a Mosquitto whose dynamic-security plugin the console keeps', () => {
  let folder: string;
  let mosquitto: Mosquitto;
  let app: RunningApp;
  let admin: Client;
  let userId: number;
  const clients: MqttClient[] = [];

  const startConsole = () =>
    startApp({
      dataDir: join(folder, 'data'),
      settings: {
        ...outsideBrokerSettings(mosquitto.port, CONSOLE),
        COMMAND_CONFIRM_MS: '500',
        MOSQUITTO_DYNSEC_USERNAME: PLUGIN_ADMIN.username,
        MOSQUITTO_DYNSEC_PASSWORD: PLUGIN_ADMIN.password,
      },
    });

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'semaforo-plugin-'));
    mosquitto = createMosquitto(await freePort(), { access: pluginAccess(folder) });
    await mosquitto.start();
    app = await startConsole();
    admin = await app.logIn(ADMIN);
    userId = (await app.createOperator('valle')).id;
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.endAsync(true);
    await app.stop();
    await mosquitto.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const untilLinked = () =>
    until('the console has its link', async () => (await admin('getBrokerStatus')).connected);

  async function enter(login: Login): Promise<MqttClient> {
    const client = await connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`, { ...login, reconnectPeriod: 0 });
    client.on('error', () => {});
    clients.push(client);
    return client;
  }
  /** Waits until the plugin lets that log-in in. */
  const untilEntered = (login: Login) =>
    until(`${login.username} may enter`, () => enter(login).catch(() => undefined));
  /** Waits until the console has forgotten the password: the plugin lets the device in a moment before. */
  const untilForgotten = async (id: number) => {
    const { db, close } = openDatabase({ dataDir: join(folder, 'data'), databaseUrl: undefined });
    const credentials = db.selectFrom('device_credentials').where('device_id', '=', id);
    await until('its password is forgotten', async () => {
      const row = await credentials.select('sealed_password').executeTakeFirst();
      return row?.sealed_password === null;
    });
    await close();
  };
  const mayEnter = (login: Login) =>
    enter(login).then(
      () => true,
      () => false,
    );
  const untilOut = (client: MqttClient) => until('it is cut off', () => !client.connected);
  const shownOf = async (topic: string) =>
    (await admin('listDeviceStatuses')).find((device) => device.topic === topic)?.status;

  test('lets in the console, and each device with the rights on its own key', async () => {
    await untilLinked();
    const id = await app.createDevice({ topic: KEY, userId });
    await app.createDevice({ topic: MOVED, userId });
    const device = await untilEntered(await admin('makeCredentials', { params: { id } }));
    await device.subscribeAsync(`${KEY}/+/set`, { qos: 1 });
    await expect(device.subscribeAsync('#')).rejects.toThrow();
    await expect(device.subscribeAsync(`${MOVED}/+/set`)).rejects.toThrow();
    const received: string[] = [];
    device.on('message', (topic) => received.push(topic));
    await device.publishAsync(`${KEY}/out1/set`, '1', { qos: 1 });
    await device.publishAsync(`${MOVED}/out4`, '1', { qos: 1 });
    await device.publishAsync(`${KEY}/out1`, '1', { qos: 1 });
    await until('the report counts', async () => (await shownOf(KEY)) === 'verde');
    expect(await shownOf(MOVED)).toBeNull();
    const sent = admin('sendCommand', { query: { type: 'semaforo' }, body: { command: 'rosso' } });
    await until('the command arrives', () => received.length > 0);
    expect(received[0]).toBe(`${KEY}/out4/set`);
    await sent;
  });

  test('follows within a second a rotation, another key, a revocation and the end of the device', async () => {
    const id = await app.createDevice({ topic: KEY, userId });
    const params = { id };
    const first = await admin('makeCredentials', { params });
    const before = await untilEntered(first);
    const second = await admin('makeCredentials', { params });
    await untilOut(before);
    expect(await mayEnter(first)).toBe(false);

    const device = await untilEntered(second);
    await device.subscribeAsync(`${KEY}/+/set`, { qos: 1 });
    await admin('updateDevice', { params, body: { topic: MOVED } });
    await untilOut(device);
    const moved = await untilEntered(second);
    await moved.subscribeAsync(`${MOVED}/+/set`, { qos: 1 });
    await expect(moved.subscribeAsync(`${KEY}/+/set`)).rejects.toThrow();

    await admin('revokeCredentials', { params });
    await untilOut(moved);
    expect(await mayEnter(second)).toBe(false);

    const last = await admin('makeCredentials', { params });
    const deleted = await untilEntered(last);
    await admin('deleteDevice', { params });
    await untilOut(deleted);
    expect(await mayEnter(last)).toBe(false);
  });

  test('is brought in step when it is back, and when the console is', async () => {
    await untilLinked();
    const [one, other] = [
      { id: await app.createDevice({ topic: KEY, userId }) },
      { id: await app.createDevice({ topic: MOVED, userId }) },
    ];
    const kept = await admin('makeCredentials', { params: one });
    await untilEntered(kept);
    await mosquitto.terminate();
    const madeMeanwhile = await admin('makeCredentials', { params: other });
    await mosquitto.start();
    await untilEntered(madeMeanwhile);
    expect(await mayEnter(kept)).toBe(true);

    await mosquitto.terminate();
    await admin('revokeCredentials', { params: other });
    await app.stop();
    await mosquitto.start();
    expect(await mayEnter(madeMeanwhile)).toBe(true);
    app = await startConsole();
    admin = await app.logIn(ADMIN);
    await until('the revoked one is out', async () => !(await mayEnter(madeMeanwhile)));
    expect(await mayEnter(kept)).toBe(true);
  });

  test('fails once in the log, and says of which devices it does not know the password', async () => {
    await untilLinked();
    const id = await app.createDevice({ topic: KEY, userId });
    const login = await admin('makeCredentials', { params: { id } });
    await untilEntered(login);
    await untilForgotten(id);
    await mosquitto.terminate();
    rmSync(join(folder, 'dynamic-security.json'));
    pluginAccess(folder);
    await mosquitto.start();
    await until('it is said', () => app.log.some((line) => line.includes('must be renewed')));
    expect(app.log.filter((line) => line.includes('cannot be kept in step')).length).toBeLessThan(2);
    expect(await mayEnter(login)).toBe(false);
    await untilEntered(await admin('makeCredentials', { params: { id } }));
  });
});
