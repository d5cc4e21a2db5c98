import type { Client } from '@semaforo/client';
import { writesFor } from '@semaforo/contract/domain/channels';
import { createFleet } from '@semaforo/simulator/fleet';
import { outsideBrokerSettings } from '@semaforo/testing/broker-settings';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { createMosquitto, hasMosquitto, MOSQUITTO_LOGIN, type Mosquitto } from '@semaforo/testing/mosquitto';
import { until } from '@semaforo/testing/until';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningApp, startApp, untilStatus } from '../test/running-app.ts';

describe.skipIf(!hasMosquitto)('on a Mosquitto of its own', () => {
  let mosquitto: Mosquitto;
  let app: RunningApp | undefined;
  const clients: MqttClient[] = [];

  beforeEach(async () => {
    mosquitto = createMosquitto(await freePort());
    await mosquitto.start();
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
    await app?.stop();
    app = undefined;
    await mosquitto.remove();
  });

  /** A brief window is for the test in which the device says nothing. */
  const begin = async ({ confirmMs = 60_000 } = {}) => {
    app = await startApp({
      settings: {
        ...outsideBrokerSettings(mosquitto.port, MOSQUITTO_LOGIN),
        COMMAND_CONFIRM_MS: String(confirmMs),
      },
    });
    const operator = await app.createOperator('valdombra');
    await app.createDevice({ topic: '/3/val/s1', userId: operator.id });
    return operator.client;
  };
  const device = async () => {
    const client = await connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`, MOSQUITTO_LOGIN);
    clients.push(client);
    return client;
  };
  const isConnected = async (client: Client) => (await client('getBrokerStatus')).connected;

  test('a killed broker is one alarm: commands are refused, nothing is kept for later, states are only the last known', async () => {
    const client = await begin();
    const fleet = createFleet({
      broker: { host: '127.0.0.1', port: mosquitto.port, ...MOSQUITTO_LOGIN },
      devices: [{ key: '/3/val/s1', type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' }],
    });
    await fleet.start();
    await untilStatus(
      client,
      '/3/val/s1',
      'shows verde',
      ({ status, stale }) => status === 'verde' && !stale,
    );

    await mosquitto.kill();
    await until('the server notices', async () => !(await isConnected(client)));
    expect(await client.attempt('sendCommand', { body: { command: 'rosso' } })).toMatchObject({
      status: 503,
      error: { code: 'broker-unreachable' },
    });
    expect(await client('listHistory')).toEqual([]);
    await untilStatus(
      client,
      '/3/val/s1',
      'is only the last known state',
      (record) => record.stale && !record.error,
    );

    await mosquitto.start();
    await until('the server is back', () => isConnected(client));
    await untilStatus(
      client,
      '/3/val/s1',
      'is heard again',
      ({ status, stale }) => status === 'verde' && !stale,
    );
    // What was refused would come before it.
    await client('sendCommand', { body: { command: 'giallo' } });
    const { commands } = fleet.device('/3/val/s1');
    await until('the next command arrived', () => commands.length >= 4);
    // Of a lamp that is slow to go out more may follow.
    expect(commands.slice(0, 4)).toEqual(writesFor('semaforo', '/3/val/s1', 'giallo'));
    await fleet.stop();
  });

  test('what the broker kept sets the status, but is no news, confirms nothing and clears no error', async () => {
    const kept = await device();
    await kept.publishAsync('/3/val/s1/out2', '1', { qos: 1, retain: true });
    const client = await begin({ confirmMs: 300 });
    const admin = await app?.logIn(ADMIN);
    // The device was created after the subscription: joining again brings what the broker kept.
    const rejoin = () =>
      admin?.attempt('saveBrokerConfig', {
        body: {
          broker: '127.0.0.1',
          port: mosquitto.port,
          username: MOSQUITTO_LOGIN.username,
        },
      });
    await rejoin();
    const record = await untilStatus(
      client,
      '/3/val/s1',
      'shows giallo',
      ({ status }) => status === 'giallo',
    );
    expect(record).toMatchObject({ updated_at: null, stale: true, error: false });

    const { results } = await client('sendCommand', { body: { command: 'giallo' } });
    expect(results[0]?.error).not.toBeNull();
    await rejoin();
    await kept.publishAsync('/3/val/s1/temp', '20', { qos: 1 });
    await until('the metrics after the kept message arrived', async () => {
      const { devices } = (await admin?.('listManagedDevices')) ?? {};
      return devices?.[0]?.temp === 20;
    });
    const after = await untilStatus(client, '/3/val/s1', 'is still in error', ({ error }) => error);
    expect(after).toMatchObject({ status: 'giallo', updated_at: null });
  });

  test('commands are published without being kept by the broker', async () => {
    const client = await begin();
    const obedient = await device();
    const published: string[] = [];
    obedient.on('message', (topic, payload) => {
      published.push(topic);
      obedient.publish(topic.replace('/set', ''), payload, { qos: 1 });
    });
    await obedient.subscribeAsync('/3/val/s1/+/set', { qos: 1 });
    const { results } = await client('sendCommand', { body: { command: 'rosso' } });
    expect(results).toMatchObject([{ error: null }]);
    // The lit lamp confirms, and the others are put out after it.
    await until('every lamp was told', () => published.length === 4);
    const late = await device();
    const received: string[] = [];
    late.on('message', (topic) => received.push(topic));
    await late.subscribeAsync(['/3/val/s1/+/set', 'sentinel'], { qos: 1 });
    await late.publishAsync('sentinel', '', { qos: 1 });
    await until('the sentinel arrived', () => received.includes('sentinel'));
    expect(received).toEqual(['sentinel']);
  });

  test('a command that nobody listens to has failed by the end of its window, and says so', async () => {
    const client = await begin();
    const { results } = await client('sendCommand', { body: { command: 'rosso' } });
    expect(results).toMatchObject([{ error: 'Il dispositivo non è collegato al broker' }]);
  });

  test('an unreachable broker is not adopted, and the one in use stays', async () => {
    const client = await begin();
    const admin = await app?.logIn(ADMIN);
    const port = await freePort();
    const refused = await admin?.attempt('saveBrokerConfig', {
      body: { broker: '127.0.0.1', port, password: 'x' },
    });
    expect(refused).toMatchObject({
      status: 422,
      error: {
        message:
          'Nessun broker utilizzabile risponde a questo indirizzo: controlla host, porta, TLS e certificato',
      },
    });
    const unsaid = await admin?.attempt('saveBrokerConfig', { body: { broker: '127.0.0.1', port } });
    expect(unsaid).toMatchObject({ status: 422, error: { code: 'password-required' } });
    expect(await isConnected(client)).toBe(true);
    expect(await admin?.('getBrokerConfig')).toMatchObject({
      port: mosquitto.port,
      password: '********',
    });
  });
});
