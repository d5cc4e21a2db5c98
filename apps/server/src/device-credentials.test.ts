import type { Client } from '@semaforo/client';
import { ADMIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningApp, startApp, untilStatus } from '../test/running-app.ts';

const KEY = '/3/comune/s1';
const MOVED = '/3/comune/spostato';

type Login = { username: string; password: string };

let app: RunningApp;
let admin: Client;
let operator: Client;
let params: { id: number };
let clients: MqttClient[];

beforeEach(async () => {
  clients = [];
  app = await startApp({ settings: { EMBEDDED_BROKER_SHARED_LOGIN: 'false' } });
  admin = await app.logIn(ADMIN);
  const { id: userId, client } = await app.createOperator('comune');
  operator = client;
  params = { id: await app.createDevice({ topic: KEY, userId }) };
});
afterEach(async () => {
  for (const client of clients) await client.endAsync(true);
  await app.stop();
});

async function enter(login: Login): Promise<MqttClient> {
  const client = await connectAsync(`mqtt://127.0.0.1:${app.brokerPort}`, {
    ...login,
    clientId: login.username,
    reconnectPeriod: 0,
  });
  client.on('error', () => {});
  clients.push(client);
  return client;
}
const mayEnter = (login: Login) =>
  enter(login).then(
    () => true,
    () => false,
  );
const untilCutOff = (client: MqttClient) => until('it is cut off', () => !client.connected);

test('a device enters the embedded broker with the credentials that the console made, and is seen', async () => {
  const login = await admin('makeCredentials', { params });
  const device = await enter(login);
  device.publish(`${KEY}/out1`, '1', { qos: 1 });
  await untilStatus(operator, KEY, 'verde', ({ status }) => status === 'verde');
  const { credentials } = await admin('getManagedDevice', { params });
  expect(credentials?.last_seen).toMatch(/Z$/);
  expect(await mayEnter({ ...login, password: 'unaltra' })).toBe(false);
});

test('a rotation, another key, a revocation and the end of the device cut off who is connected', async () => {
  const first = await admin('makeCredentials', { params });
  const before = await enter(first);
  const second = await admin('makeCredentials', { params });
  await untilCutOff(before);
  expect(await mayEnter(first)).toBe(false);

  const device = await enter(second);
  await admin('updateDevice', { params, body: { topic: MOVED } });
  await untilCutOff(device);
  const moved = await enter(second);
  moved.publish(`${MOVED}/out1`, '1', { qos: 1 });
  await untilStatus(operator, MOVED, 'verde', ({ status }) => status === 'verde');

  await admin('revokeCredentials', { params });
  await untilCutOff(moved);
  expect(await mayEnter(second)).toBe(false);

  const last = await admin('makeCredentials', { params });
  const deleted = await enter(last);
  await admin('deleteDevice', { params });
  await untilCutOff(deleted);
  expect(await mayEnter(last)).toBe(false);
});
