import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { connectToMosquittoPlugin } from './mosquitto-plugin.adapter.ts';
import { rightsOfDevice } from './mosquitto-rights.ts';
import { aclsOf } from './plugin-state.ts';

const KEY = '/3/valle/s1';
const MARK = '/3/valle/ultimo';

type Login = { username: string; password: string };

describe.skipIf(!hasMosquittoPlugin)('consoles that share a Mosquitto with its plugin', () => {
  let folder: string;
  let mosquitto: Mosquitto;
  const apps: RunningApp[] = [];
  const clients: MqttClient[] = [];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'semaforo-shared-'));
    mosquitto = createMosquitto(await freePort(), { access: pluginAccess(folder) });
    await mosquitto.start();
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.endAsync(true);
    for (const app of apps.splice(0)) await app.stop();
    await mosquitto.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  async function startConsole(name: string) {
    const app = await startApp({
      dataDir: join(folder, name),
      settings: {
        ...outsideBrokerSettings(mosquitto.port, { username: name, password: `della-sola-${name}` }),
        MOSQUITTO_DYNSEC_USERNAME: PLUGIN_ADMIN.username,
        MOSQUITTO_DYNSEC_PASSWORD: PLUGIN_ADMIN.password,
      },
    });
    apps.push(app);
    const admin = await app.logIn(ADMIN);
    await until('the console has its link', async () => (await admin('getBrokerStatus')).connected);
    return { app, admin };
  }
  type Console = Awaited<ReturnType<typeof startConsole>>;

  async function addDevice({ app, admin }: Console, topic: string) {
    const { users } = await admin('listUsers');
    const userId = users[0]?.id ?? 0;
    const id = await app.createDevice({ topic, userId });
    return { id, login: await admin('makeCredentials', { params: { id } }) };
  }
  async function stop({ app }: Console) {
    apps.splice(apps.indexOf(app), 1);
    await app.stop();
  }
  async function enter(login: Login): Promise<MqttClient> {
    const client = await connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`, { ...login, reconnectPeriod: 0 });
    client.on('error', () => {});
    clients.push(client);
    return client;
  }
  const untilEntered = (login: Login) =>
    until(`${login.username} may enter`, () => enter(login).catch(() => undefined));
  const isLetIn = (login: Login) =>
    enter(login).then(
      () => true,
      () => false,
    );

  test('keep their own devices there, and touch those of the other neither at work nor at a start', async () => {
    const one = await startConsole('valle');
    const inOne = await addDevice(one, KEY);
    const ofOne = await untilEntered(inOne.login);

    const other = await startConsole('monte');
    const inOther = await addDevice(other, '/3/monte/s1');
    expect(inOther.id).toBe(inOne.id);
    const ofOther = await untilEntered(inOther.login);
    await ofOther.subscribeAsync('/3/monte/s1/+/set', { qos: 1 });

    await stop(one);
    const again = await startConsole('valle');
    // What it brings in step at its start is done once a log-in that is made afterwards is good.
    const last = await addDevice(again, MARK);
    await untilEntered(last.login);
    expect([ofOne.connected, ofOther.connected]).toEqual([true, true]);
    await again.admin('revokeCredentials', { params: { id: inOne.id } });
    await until('the revoked one is out', () => !ofOne.connected);
    expect(ofOther.connected).toBe(true);
    expect(await isLetIn(inOther.login)).toBe(true);
  });

  test('a device with a name from before goes on with it, until its credentials are made again or end', async () => {
    const before = await startConsole('valle');
    const { id } = await addDevice(before, KEY);
    await stop(before);
    const old = await renameAsBefore(id);
    const device = await enter(old);

    const now = await startConsole('valle');
    const mark = await addDevice(now, MARK);
    await untilEntered(mark.login);
    expect(device.connected).toBe(true);
    const renewed = await now.admin('makeCredentials', { params: { id } });
    expect(renewed.username).not.toBe(old.username);
    await until('the former one is out', () => !device.connected);
    await untilEntered(renewed);
    expect(await isLetIn(old)).toBe(false);
  });

  test('a name from before that ended while the broker was away is gone when it is back', async () => {
    const before = await startConsole('valle');
    const { id } = await addDevice(before, KEY);
    await stop(before);
    const old = await renameAsBefore(id);
    const now = await startConsole('valle');
    await mosquitto.terminate();
    await now.admin('revokeCredentials', { params: { id } });
    await stop(now);
    await mosquitto.start();
    expect(await isLetIn(old)).toBe(true);
    await startConsole('valle');
    await until('it is out', async () => !(await isLetIn(old)));
  });

  /** Gives the device, in the database and in the plugin, a username as former versions made it. */
  async function renameAsBefore(id: number): Promise<Login> {
    const old = { username: `dispositivo-${id}`, password: 'PAROLA-DI-UNA-VOLTA' };
    const database = openDatabase({ dataDir: join(folder, 'valle'), databaseUrl: undefined });
    await database.db
      .updateTable('device_credentials')
      .set({ username: old.username, sealed_password: null })
      .execute();
    await database.db.insertInto('untagged_device_logins').values({ username: old.username }).execute();
    await database.close();
    const at = { host: '127.0.0.1', port: mosquitto.port, tls: false };
    const plugin = await connectToMosquittoPlugin({ ...at, ...PLUGIN_ADMIN }, () => undefined);
    const acls = aclsOf(rightsOfDevice({ key: KEY, profile: 'outN' }, '{key}/{channel}/set'));
    const roles = [{ rolename: old.username }];
    const answers = await plugin.send([
      { command: 'createRole', rolename: old.username, acls },
      { command: 'createClient', ...old, roles },
    ]);
    expect(answers.filter(({ error }) => error !== undefined)).toEqual([]);
    await plugin.close();
    return old;
  }
});
