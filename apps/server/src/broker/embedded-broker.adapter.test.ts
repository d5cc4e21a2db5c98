import { connect as connectTcp } from 'node:net';
import { freePort } from '@semaforo/testing/free-port';
import { until } from '@semaforo/testing/until';
import { connect, connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestBroker, SERVER } from '../../test/embedded-broker.ts';
import type { EmbeddedBroker } from './embedded-broker.adapter.ts';

const LOGIN = { username: 'semaforo', password: 'password-di-prova' };

describe('the embedded broker', () => {
  let broker: EmbeddedBroker;
  let port: number;
  const clients: MqttClient[] = [];

  beforeEach(async () => {
    port = await freePort();
    broker = createTestBroker(port, { shared: LOGIN });
    await broker.start();
    broker.admitDevices();
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
    const server = await join(SERVER);
    await server.publishAsync('/3/comune/s1/out4/set', '1', { qos: 1 });

    const received: string[] = [];
    const back = await join(device);
    back.on('message', (topic) => received.push(topic));
    await back.subscribeAsync('/3/comune/s1/+/set', { qos: 1 });
    await server.publishAsync('/3/comune/s1/sentinel/set', '', { qos: 1 });
    await until('the sentinel arrived', () => received.includes('/3/comune/s1/sentinel/set'));
    expect(received).toEqual(['/3/comune/s1/sentinel/set']);
  });

  test('the server does not receive its own publishes, only those of others', async () => {
    const server = await join(SERVER);
    const received: string[] = [];
    server.on('message', (topic, payload) => topic.startsWith('/') && received.push(payload.toString()));
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
    const server = await join(SERVER);
    const received: boolean[] = [];
    server.on('message', (_topic, _payload, packet) => received.push(packet.retain));
    await server.subscribeAsync('/+/+/+/+', { qos: 1 });
    await until('the kept message arrived', () => received.length === 1);
    await device.publishAsync('/3/comune/s1/out1', '1', { qos: 1, retain: true });
    await until('the live message arrived', () => received.length === 2);
    expect(received).toEqual([true, false]);
  });

  /** The server, which acknowledges what it gets when the test says so. */
  const joinAsServer = async () => {
    const server = await join(SERVER);
    const received: string[] = [];
    const acknowledgements: (() => void)[] = [];
    server.on('message', (_topic, payload) => received.push(payload.toString()));
    server.handleMessage = (_packet, done) => void acknowledgements.push(done);
    await server.subscribeAsync('/+/+/+/+', { qos: 1 });
    return { server, received, acknowledge: () => acknowledgements.shift()?.() };
  };

  test('a report is acknowledged to the device only after the server has acknowledged it', async () => {
    const { received, acknowledge } = await joinAsServer();
    const device = await join();
    const acknowledged: string[] = [];
    for (const payload of ['1', '0']) {
      device.publish('/3/comune/s1/out1', payload, { qos: 1 }, () => acknowledged.push(payload));
    }
    await until('the first report arrived', () => received.length === 1);
    // What needs no acknowledgement of the server is answered meanwhile, on the same connection.
    await device.publishAsync('/3/comune/s1/out1/other', '', { qos: 1 });
    await device.subscribeAsync('/3/comune/s1/+/set', { qos: 1 });
    expect(acknowledged).toEqual([]);
    acknowledge();
    await until('the first report is acknowledged', () => acknowledged.length === 1);
    await until('the second report arrived', () => received.length === 2);
    expect(acknowledged).toEqual(['1']);
    acknowledge();
    await until('the second report is acknowledged', () => acknowledged.length === 2);
  });

  test('a retained message is passed on and kept, though its acknowledgement waits', async () => {
    const { server, received, acknowledge } = await joinAsServer();
    const device = await join();
    const isAcknowledged = device.publishAsync('/3/comune/s1/status', 'online', { qos: 1, retain: true });
    const isReported = device.publishAsync('/3/comune/s1/out1', '1', { qos: 1 });
    await until('it arrived', () => received.length === 1);
    acknowledge();
    await isAcknowledged;
    await until('the report arrived, too', () => received.length === 2);
    acknowledge();
    await isReported;
    expect(received).toEqual(['online', '1']);
    await server.endAsync();
    const watcher = await join(SERVER);
    const kept: string[] = [];
    watcher.on('message', (topic) => kept.push(topic));
    await watcher.subscribeAsync('/+/+/+/+', { qos: 1 });
    await until('it is kept', () => kept.length === 1);
  });

  test('a report is acknowledged at once while no server has ever listened', async () => {
    const device = await join();
    await device.publishAsync('/3/comune/s1/out1', '1', { qos: 1 });
  });

  test('a report that comes before the server has joined its own broker is not acknowledged', async () => {
    await broker.stop();
    broker = createTestBroker(port, { shared: LOGIN });
    await broker.start({ isOwn: true });
    broker.admitDevices();
    const early = await join();
    let isAcknowledged = false;
    early.publish('/3/comune/s1/out1', '1', { qos: 1 }, (error) => {
      isAcknowledged = !error;
    });
    await until('the device is sent away', () => !early.connected);
    expect(isAcknowledged).toBe(false);
    const { received, acknowledge } = await joinAsServer();
    const device = await join();
    const isReported = device.publishAsync('/3/comune/s1/out1', '1', { qos: 1 });
    await until('the report arrived', () => received.length === 1);
    acknowledge();
    await isReported;
  });

  test('a device that reports while the server is away is sent away, to report everything when it is back', async () => {
    const device = await join();
    const { server } = await joinAsServer();
    await server.endAsync(true);
    let isAcknowledged = false;
    await until('the device is sent away', () => {
      if (device.connected) {
        device.publish('/3/comune/s1/out1', '1', { qos: 1 }, (error) => {
          isAcknowledged ||= !error;
        });
      }
      return !device.connected;
    });
    expect(isAcknowledged).toBe(false);
  });

  test('the server gets back what it publishes on a topic of its own', async () => {
    const server = await join(SERVER);
    const received: string[] = [];
    server.on('message', (topic) => received.push(topic));
    await server.subscribeAsync('semaforo/the-server/marker', { qos: 1 });
    await server.publishAsync('semaforo/the-server/marker', 'x', { qos: 1 });
    await until('it came back', () => received.length === 1);
  });

  test('a device is let in only when the server is ready', async () => {
    const early = createTestBroker(0, { shared: LOGIN });
    const at = { port: await early.start() };
    const events: string[] = [];
    const joining = join(at).then(() => events.push('device'));
    await join({ ...at, ...SERVER });
    events.push('server');
    early.admitDevices();
    await joining;
    expect(events).toEqual(['server', 'device']);
    await early.stop();
  });

  test('it moves to another address of this machine, and stays where it is when it cannot', async () => {
    await broker.moveTo('127.0.0.2');
    await join({ host: '127.0.0.2', ...SERVER });
    await join({ host: '127.0.0.2' });
    await expect(join()).rejects.toThrow();
    await expect(broker.moveTo('192.0.2.1')).rejects.toThrow(/192\.0\.2\.1/);
    await join({ host: '127.0.0.2', ...SERVER });
    await join({ host: '127.0.0.2' });
  });

  test('a device that waits to be let in is sent away when the broker stops', async () => {
    const early = createTestBroker(0, { shared: LOGIN });
    const at = { host: '127.0.0.1', port: await early.start(), ...LOGIN };
    const device = connect({ ...at, reconnectPeriod: 0 });
    const closed = new Promise<void>((resolve) => device.once('close', () => resolve()));
    await join({ ...at, ...SERVER });
    await early.stop();
    await closed;
    expect(device.connected).toBe(false);
  });
});
