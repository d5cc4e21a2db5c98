import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { availabilityOf, commandFor, reportOf } from '@semaforo/contract/domain/board-protocol';
import {
  BOARD_LANGUAGES,
  type DeviceProfile,
  SPOKEN_CHANNELS,
} from '@semaforo/contract/domain/device-profiles';
import { startChild } from '@semaforo/testing/child-process';
import { freePort } from '@semaforo/testing/free-port';
import { createMosquitto, hasMosquitto, type Mosquitto } from '@semaforo/testing/mosquitto';
import { until } from '@semaforo/testing/until';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { ACT, NOW } from '../../../test/acts.ts';
import { type OpenDatabase, openDatabase } from '../../database/engine.ts';
import { migrate } from '../../database/migrate.ts';
import { createCredentialsRepository } from '../credentials.repository.ts';
import { newCredentials } from '../new-credentials.ts';

const SERVER = { username: 'console', password: 'della-console-sola' };
const HOME_ASSISTANT = { username: 'casa', password: 'della-casa-sola' };
const KEYS = ['/3/valle/s1', '/4/monte/s2'] as const;

let folder: string;
let database: OpenDatabase;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'semaforo-broker-files-'));
  database = openDatabase({ dataDir: join(folder, 'data'), databaseUrl: undefined });
  await migrate(database);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function addDevice(topic: string, profile: DeviceProfile = 'outN') {
  const device = { topic, name: null, type: 'semaforo' as const, profile, latitude: null, longitude: null };
  const { id } = await database.db
    .insertInto('devices')
    .values({ ...device, owner_id: null, created_at: NOW })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { password, ...made } = newCredentials(id, 'prova2');
  await createCredentialsRepository(database.db).put(id, { ...made, sealedPassword: null }, ACT);
  return { username: made.username, password };
}

/** Runs the program as it is built; resolves to what it printed and its exit code. */
async function writeFiles(environment: Record<string, string>) {
  const program = join(dirname(inject('serverBundle')), 'write-broker-files.js');
  const child = startChild(process.execPath, [program, '--out', join(folder, 'mosquitto')], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), ...environment },
  });
  const code = await child.ended;
  return { code, output: child.output() };
}

test('without the log-in of the console nothing is written, and a sentence says why', async () => {
  const { code, output } = await writeFiles({});
  expect(code).toBe(1);
  expect(output).toContain('Servono MQTT_USERNAME e MQTT_PASSWORD');
});

test('without a database nothing is created, and a sentence says why', async () => {
  const login = { MQTT_USERNAME: 'console', MQTT_PASSWORD: 'segreta-di-prova' };
  const { code, output } = await writeFiles({ ...login, DATA_DIR: join(folder, 'altrove') });
  expect(code).toBe(1);
  expect(output).toContain('avvia prima la console');
});

describe.skipIf(!hasMosquitto)('a Mosquitto with the files of the console', () => {
  let mosquitto: Mosquitto | undefined;
  let clients: MqttClient[];

  beforeEach(() => {
    clients = [];
  });
  afterEach(async () => {
    for (const client of clients) await client.endAsync(true);
    await mosquitto?.remove();
  });

  async function start() {
    const files = join(folder, 'mosquitto');
    mosquitto = createMosquitto(await freePort(), {
      access: [
        'allow_anonymous false',
        `password_file ${join(files, 'passwords')}`,
        `acl_file ${join(files, 'acl')}`,
      ],
    });
    await mosquitto.start();
  }

  async function enter(login: { username: string; password: string }, filters: string[]) {
    const client = await connectAsync(`mqtt://127.0.0.1:${mosquitto?.port}`, {
      ...login,
      reconnectPeriod: 0,
    });
    clients.push(client);
    const received: string[] = [];
    client.on('message', (topic, payload) => received.push(`${topic} ${payload.toString()}`));
    for (const filter of filters) await client.subscribeAsync(filter, { qos: 1 });
    return { client, received };
  }

  test('lets each device report its own key and hear its own commands, and nothing else', async () => {
    const [first, second] = [await addDevice(KEYS[0]), await addDevice(KEYS[1])];
    const { code, output } = await writeFiles({
      ...{ MQTT_USERNAME: SERVER.username, MQTT_PASSWORD: SERVER.password, HOME_ASSISTANT_DISCOVERY: 'ha' },
      ...{
        HOME_ASSISTANT_USERNAME: HOME_ASSISTANT.username,
        HOME_ASSISTANT_PASSWORD: HOME_ASSISTANT.password,
      },
    });
    expect([code, output]).toEqual([0, expect.stringContaining('2 dispositivi')]);
    for (const name of ['passwords', 'acl']) {
      const path = join(folder, 'mosquitto', name);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(readFileSync(path, 'utf8')).not.toContain(first.password);
    }
    await start();

    const server = await enter(SERVER, ['/+/+/+/+', 'semaforo/#']);
    const device = await enter(first, [`${KEYS[0]}/+/set`, '#', '$SYS/#']);
    const other = await enter(second, [`${KEYS[1]}/+/set`, '/+/+/+/+', '/+/+/+/+/set']);

    const homeAssistant = await enter(HOME_ASSISTANT, ['ha/#', '/+/+/+/+', '/+/+/+/+/set', '#']);
    await homeAssistant.client.publishAsync(`${KEYS[0]}/out1/set`, '1', { qos: 1, retain: true });
    await homeAssistant.client.publishAsync(`${KEYS[0]}/out1`, '1', { qos: 1, retain: true });
    await server.client.publishAsync('ha/device/x/config', '{}', { qos: 1, retain: true });

    await device.client.publishAsync(`${KEYS[1]}/out1`, '1', { qos: 1 });
    await device.client.publishAsync(`${KEYS[1]}/out1/set`, '1', { qos: 1, retain: true });
    await device.client.publishAsync(`${KEYS[0]}/out1/set`, '1', { qos: 1 });
    await device.client.publishAsync('semaforo/x/marker', 'x', { qos: 1 });
    await device.client.publishAsync(`${KEYS[0]}/out1`, '1', { qos: 1 });
    await server.client.publishAsync('semaforo/x/marker', 'mine', { qos: 1 });
    await server.client.publishAsync(`${KEYS[0]}/out4/set`, '1', { qos: 1 });
    await server.client.publishAsync(`${KEYS[1]}/out2/set`, '0', { qos: 1 });
    await until('all is delivered', () => device.received.length > 0 && other.received.length > 0);

    expect(server.received).toEqual([`${KEYS[0]}/out1 1`, 'semaforo/x/marker mine']);
    expect(device.received.filter((message) => !message.includes('/out4/set 1'))).toEqual([]);
    expect(other.received).toEqual([`${KEYS[1]}/out2/set 0`]);
    // Twice what it asked for by two filters.
    expect(new Set(homeAssistant.received)).toEqual(new Set(['ha/device/x/config {}', `${KEYS[0]}/out1 1`]));
    const wrong = { username: first.username, password: second.password };
    await expect(enter(wrong, [])).rejects.toThrow(/not authorized/i);
  });

  test('lets a board say and hear what its profile says, and command no other, nor itself', async () => {
    const boards = [];
    for (const profile of ['tasmota', 'shelly', 'esphome'] as const) {
      boards.push({
        profile,
        key: `/3/valle/${profile}`,
        login: await addDevice(`/3/valle/${profile}`, profile),
      });
    }
    await writeFiles({ MQTT_USERNAME: SERVER.username, MQTT_PASSWORD: SERVER.password });
    await start();
    const server = await enter(SERVER, [
      'semaforo/#',
      ...SPOKEN_CHANNELS.map((channel) => `/+/+/+/${channel}`),
    ]);
    const expected: string[] = [];
    for (const { profile, key, login } of boards) {
      const device = { type: 'semaforo', key, profile } as const;
      const filters = BOARD_LANGUAGES[profile].receivesOn.map((filter) => `${key}/${filter}`);
      const { client, received } = await enter(login, filters);
      const report = reportOf(device, 'rosso').channel;
      const command = commandFor(device, { channel: 'out4', payload: '1' });
      for (const { key: other } of boards) {
        await client.publishAsync(`${other}/${command.channel}`, 'lie', { qos: 1, retain: true });
        if (other !== key) await client.publishAsync(`${other}/${report}`, 'lie', { qos: 1 });
      }
      for (const channel of [report, availabilityOf(profile).channel]) {
        await client.publishAsync(`${key}/${channel}`, 'x', { qos: 1 });
        expected.push(`${key}/${channel} x`);
      }
      await server.client.publishAsync(`${key}/${command.channel}`, command.payload, { qos: 1 });
      await until('the command is heard', () => received.length > 0);
      expect(received).toEqual([`${key}/${command.channel} ${command.payload}`]);
    }
    await until('all reports are heard', () => server.received.length >= expected.length);
    expect(server.received).toEqual(expected);
  });
});
