import { connect as connectTcp } from 'node:net';
import { freePort } from '@semaforo/testing/free-port';
import { until } from '@semaforo/testing/until';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEmbeddedBroker, type EmbeddedBroker } from './embedded-broker.adapter.ts';

const LOGIN = { username: 'semaforo', password: 'password-di-prova' };

describe('the embedded broker', () => {
  let broker: EmbeddedBroker;
  let port: number;
  const clients: MqttClient[] = [];

  beforeEach(async () => {
    port = await freePort();
    broker = createEmbeddedBroker({ host: '127.0.0.1', port, ...LOGIN, ownClientIdPrefix: 'the-server' });
    await broker.start();
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
    await broker.stop();
  });

  const join = async (options: IClientOptions = {}) => {
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
      ...LOGIN,
      reconnectPeriod: 0,
      ...options,
    });
    clients.push(client);
    return client;
  };

  test('a client without a log-in or with a wrong one is refused', async () => {
    await expect(join({ username: '', password: '' })).rejects.toThrow();
    await expect(join({ password: 'sbagliata' })).rejects.toThrow(/Not authorized/);
  });

  test('a client that announces a packet over the limit is cut off before it has logged in', async () => {
    const socket = connectTcp(port, '127.0.0.1');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    // CONNECT with a remaining length of 268,435,455 bytes.
    socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]));
    await closed;
  });

  test('no message is kept for an absent device, even if it asked for a persistent session', async () => {
    const device = { clientId: 'device', clean: false };
    const away = await join(device);
    await away.subscribeAsync('/3/comune/s1/+/set', { qos: 1 });
    await away.endAsync();
    const server = await join();
    await server.publishAsync('/3/comune/s1/out4/set', '1', { qos: 1 });

    const received: string[] = [];
    const back = await join(device);
    back.on('message', (topic) => received.push(topic));
    await back.subscribeAsync(['/3/comune/s1/+/set', 'sentinel'], { qos: 1 });
    await server.publishAsync('sentinel', '', { qos: 1 });
    await until('the sentinel arrived', () => received.includes('sentinel'));
    expect(received).toEqual(['sentinel']);
  });

  test('the server does not receive its own publishes, only those of others', async () => {
    const server = await join({ clientId: 'the-server' });
    const received: string[] = [];
    server.on('message', (_topic, payload) => received.push(payload.toString()));
    await server.subscribeAsync('/+/+/+/+', { qos: 1 });
    await server.publishAsync('/3/comune/s1/out1', 'own', { qos: 1 });
    const device = await join();
    await device.publishAsync('/3/comune/s1/out1', 'of the device', { qos: 1 });
    await until('the message of the device arrived', () => received.includes('of the device'));
    expect(received).toEqual(['of the device']);
  });

  test('a retained message is marked as such, a live one is not', async () => {
    const device = await join();
    await device.publishAsync('/3/comune/s1/out1', '1', { qos: 1, retain: true });
    const server = await join({ clientId: 'the-server' });
    const received: boolean[] = [];
    server.on('message', (_topic, _payload, packet) => received.push(packet.retain));
    await server.subscribeAsync('/+/+/+/+', { qos: 1 });
    await until('the kept message arrived', () => received.length === 1);
    await device.publishAsync('/3/comune/s1/out1', '1', { qos: 1, retain: true });
    await until('the live message arrived', () => received.length === 2);
    expect(received).toEqual([true, false]);
  });
});
