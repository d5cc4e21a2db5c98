import { connect as connectTcp, type Socket } from 'node:net';
import { freePort } from '@semaforo/testing/free-port';
import { until } from '@semaforo/testing/until';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { generate, type Packet } from 'mqtt-packet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestBroker, createTestLogins, SERVER, type TestLogins } from '../../test/embedded-broker.ts';
import { LOG_INS, MAX_CLIENTS_PER_LOGIN, MAX_INFLIGHT_QOS2, WRONG_LOG_INS } from './embedded/limits.ts';
import type { EmbeddedBroker } from './embedded-broker.adapter.ts';

const EVIL = '/3/evil/s1';
const HONEST = '/3/vera/s1';
/** Of a CONNACK. */
const NOT_AUTHORIZED = 5;

describe('a hostile device on the embedded broker', () => {
  let broker: EmbeddedBroker;
  let port: number;
  let logins: TestLogins;
  let evil: { username: string; password: string };
  let server: MqttClient;
  let received: string[];
  const clients: MqttClient[] = [];
  const sockets: Socket[] = [];

  beforeEach(async () => {
    port = await freePort();
    logins = createTestLogins();
    evil = logins.give(EVIL);
    broker = createTestBroker(port, {}, logins);
    await broker.start();
    broker.admitDevices();
    received = [];
    server = await join(SERVER);
    server.on('message', (topic) => received.push(topic));
    await server.subscribeAsync('/+/+/+/+', { qos: 1 });
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
    await broker.stop();
  });

  const join = async (options: IClientOptions) => {
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 0, ...options });
    client.on('error', () => {});
    clients.push(client);
    return client;
  };
  /** A bare connection: client libraries are too polite. */
  const attack = (...packets: Packet[]) => {
    const socket = connectTcp(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    socket.resume();
    socket.write(Buffer.concat(packets.map((packet) => generate(packet))));
    return socket;
  };
  const connectPacket = (clientId: string, more = {}): Packet => ({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    keepalive: 60,
    clientId,
    username: evil.username,
    password: Buffer.from(evil.password),
    ...more,
  });
  const reported = (topic: string, more = {}): Packet => ({
    cmd: 'publish',
    topic,
    payload: '1',
    qos: 0,
    retain: false,
    dup: false,
    ...more,
  });
  const isCut = (socket: Socket) => until('it is cut off', () => socket.destroyed);
  const honestIsReceived = async () => {
    const honest = await join(logins.give(HONEST));
    await honest.publishAsync(`${HONEST}/out1`, '1', { qos: 1 });
    await until('an honest device is heard', () => received.includes(`${HONEST}/out1`));
  };

  test('that asks for 1,400 filters in one packet is cut off', async () => {
    const subscriptions = Array.from({ length: 1400 }, (_, index) => ({
      topic: `${EVIL}/o${index}/set`,
      qos: 0 as const,
    }));
    await isCut(attack(connectPacket('many'), { cmd: 'subscribe', messageId: 1, subscriptions }));
    await honestIsReceived();
  });

  test('that asks for filter after filter is refused those that are too many', async () => {
    const device = await join(evil);
    const granted: number[] = [];
    for (let index = 0; index < 40; index += 1) {
      await device.subscribeAsync(`${EVIL}/o${index}/set`).then(
        () => granted.push(index),
        () => undefined,
      );
    }
    expect(granted).toHaveLength(32);
    await device.unsubscribeAsync(`${EVIL}/o0/set`);
    await device.subscribeAsync(`${EVIL}/o39/set`);
  });

  test('that floods is cut off, and an honest device does not wait behind it', async () => {
    const flood = Array.from({ length: 20_000 }, () => reported(`${EVIL}/out1`));
    const socket = attack(connectPacket('flood'), ...flood);
    await until('the flood has begun', () => received.includes(`${EVIL}/out1`));
    await honestIsReceived();
    const fromEvil = received.filter((topic) => topic.startsWith(EVIL)).length;
    expect(fromEvil).toBeLessThan(flood.length / 2);
    await isCut(socket);
  });

  test('that begins more messages with QoS 2 than it ends is cut off', async () => {
    const begun = Array.from({ length: MAX_INFLIGHT_QOS2 + 1 }, (_, index) =>
      reported(`${EVIL}/out1`, { qos: 2, messageId: index + 1 }),
    );
    await isCut(attack(connectPacket('halves'), ...begun));
  });

  test('that comes with a large CONNECT is cut off before it has logged in', async () => {
    await isCut(attack(connectPacket('x'.repeat(5000))));
  });

  test('that talks before it has logged in is not listened to', async () => {
    const wrong = connectPacket('early', { password: Buffer.from('wrong') });
    await isCut(attack(wrong, ...Array.from({ length: 100 }, () => reported(`${EVIL}/out1`))));
    expect(received).toEqual([]);
  });

  test('that connects again and again ends its own oldest connections', async () => {
    const first = attack(connectPacket('c0'));
    for (let index = 1; index <= MAX_CLIENTS_PER_LOGIN; index += 1)
      await join({ ...evil, clientId: `c${index}` });
    await isCut(first);
    expect(clients.every((client) => client.connected)).toBe(true);
  });

  test('that logs in without end is refused for a while, and no other device with it', async () => {
    const codes: number[] = [];
    for (let tried = 0; tried < 4 * LOG_INS.points; tried += 1)
      attack(connectPacket(`again-${tried}`)).once('data', (chunk: Buffer) => codes.push(chunk.readUInt8(3)));
    await until('one is refused', () => codes.includes(NOT_AUTHORIZED));
    expect(codes).toContain(0);
    await honestIsReceived();
  });

  test('that guesses a password is refused after some tries, and no other device with it', async () => {
    const honest = logins.give(HONEST);
    for (let tried = 0; tried < WRONG_LOG_INS.points; tried += 1) {
      await expect(join({ ...evil, password: `guess ${tried}` })).rejects.toThrow(/Not authorized/);
    }
    await expect(join(evil)).rejects.toThrow(/Not authorized/);
    await join(honest);
  });
});
