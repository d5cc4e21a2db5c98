import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { until } from '@semaforo/testing/until';
import type { Client } from 'aedes';
import { generate, type Packet, parser } from 'mqtt-packet';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SERVER } from '../../../test/embedded-broker.ts';
import { LateAcknowledgingAedes } from './late-acknowledging-aedes.ts';
import { createMqttBroker, type MqttBroker } from './mqtt-broker.ts';
import { PacedSocket } from './paced-socket.ts';

const DEVICE = { clientId: 'device', username: 'semaforo', password: 'password-di-prova' };
const WATCHER = { clientId: 'home', username: 'home', password: 'only-reads' };
const KEY = '/3/comune/s1';

let broker: MqttBroker;
let port: number;
const sockets: Socket[] = [];

beforeEach(async () => {
  const { clientId: ownClientId, ...server } = SERVER;
  broker = createMqttBroker(
    {
      host: '127.0.0.1',
      port: 0,
      tls: undefined,
      ownClientId,
      server,
      shared: DEVICE,
      simulator: undefined,
      watcher: { ...WATCHER, prefix: 'homeassistant' },
      devices: [],
      knownDevices: 1,
      commandTopic: '{key}/{channel}/set',
      hasServed: false,
    },
    {
      served: () => {},
      seen: () => {},
      refused: () => {},
      ignored: { refused: () => {}, elsewhere: () => {} },
      rateExceeded: () => {},
    },
  );
  port = await broker.listen();
  broker.admitDevices();
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const socket of sockets.splice(0)) socket.destroy();
  await broker.close();
});

/** A client that writes packets at once and notes what it reads, in the order of the bytes. */
async function join({ clientId, username, password }: typeof SERVER) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  sockets.push(socket);
  const read: string[] = [];
  const packets = parser();
  packets.on('packet', (packet: Packet) => {
    if (packet.cmd === 'publish') read.push(`${packet.topic} ${packet.payload.toString()}`);
    else read.push(packet.cmd === 'puback' ? `puback ${packet.messageId}` : packet.cmd);
  });
  socket.on('data', (chunk) => packets.parse(chunk));
  const write = (packet: Packet) => void socket.write(generate(packet));
  write({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    keepalive: 60,
    clientId,
    username,
    password: Buffer.from(password),
  });
  await until('the client is let in', () => read.includes('connack'));
  return {
    read,
    socket,
    write,
    cut: once(socket, 'close'),
    subscribe: async (topic: string) => {
      write({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 1 }] });
      await until('it is subscribed', () => read.includes('suback'));
      read.length = 0;
    },
    report: (topic: string, payload: string, messageId: number, qos: 0 | 1 = 1, retain = false) =>
      write({ cmd: 'publish', topic, payload, qos, dup: false, retain, ...(qos === 1 && { messageId }) }),
  };
}

/** Calls `then` at the moment when the broker has read what the word is part of, and has not handled it yet. */
function onceRead(word: string, then: () => void) {
  const push = PacedSocket.prototype.push;
  vi.spyOn(PacedSocket.prototype, 'push').mockImplementation(function (this: PacedSocket, chunk, ...rest) {
    const taken = push.call(this, chunk, ...rest);
    if (Buffer.isBuffer(chunk) && chunk.includes(word)) then();
    return taken;
  });
}

const WORDS: [string, { qos: 0 | 1; retain: boolean; payload: string }][] = [
  ['with QoS 1', { qos: 1, retain: false, payload: '1' }],
  ['with QoS 0', { qos: 0, retain: false, payload: '1' }],
  ['that is retained', { qos: 1, retain: true, payload: '1' }],
  ['without a payload', { qos: 1, retain: false, payload: '' }],
];

test.each(WORDS)(
  'the acknowledgement of a command comes after a word %s that the broker had read before',
  async (_how, { qos, retain, payload }) => {
    const server = await join(SERVER);
    await server.subscribe('/+/+/+/+');
    const device = await join(DEVICE);
    await device.subscribe(`${KEY}/+/set`);
    onceRead(`${KEY}/out2`, () => server.report(`${KEY}/out3/set`, '1', 7));
    device.report(`${KEY}/out2`, payload, 5, qos, retain);
    await until('the server has the word and the acknowledgement', () => server.read.length === 2);
    expect(server.read).toEqual([`${KEY}/out2 ${payload}`, 'puback 7']);
    await until('the device has the command', () => device.read.includes(`${KEY}/out3/set 1`));
  },
);

/** Calls `then` with the broker when a report was taken in for the server, and has not been passed on to it yet. */
function onceTakenIn(then: (broker: LateAcknowledgingAedes) => Promise<void>) {
  const publish = LateAcknowledgingAedes.prototype.publish;
  vi.spyOn(LateAcknowledgingAedes.prototype, 'publish').mockImplementation(function (
    this: LateAcknowledgingAedes,
    ...given
  ) {
    if (given[0].topic === `${KEY}/out2`) void then(this).then(() => publish.apply(this, given));
    else publish.apply(this, given);
  });
}

/** The connection of the server, which the types of aedes leave out. */
const serverOn = (broker: object) =>
  (broker as { clients: Partial<Record<string, Client>> }).clients[SERVER.clientId];

test.each([
  ['is gone', (broker: LateAcknowledgingAedes) => serverOn(broker) === undefined],
  ['is going', () => true],
])(
  'a device whose word the server does not get, for it %s, is cut off: it says it again',
  async (_, isSo) => {
    const server = await join(SERVER);
    await server.subscribe('/+/+/+/+');
    const device = await join(DEVICE);
    onceTakenIn(async (aedes) => {
      serverOn(aedes)?.close();
      await until('the server is so', () => isSo(aedes));
    });
    device.report(`${KEY}/out2`, '1', 5);
    await device.cut;
    expect(device.read).toEqual(['connack']);
  },
);

test('server and watchers get all reports in the order in which a device says them, kept or not', async () => {
  const server = await join(SERVER);
  await server.subscribe('/+/+/+/+');
  const device = await join(DEVICE);
  const said: string[] = [];
  /** In one chunk: aedes takes other ways with what is kept, and with each QoS. */
  const say = (times: number) => {
    device.socket.cork();
    for (let time = 0; time < times; time += 1) {
      const number = said.length;
      device.report(`${KEY}/out2`, String(number), number + 1, number % 3 === 0 ? 0 : 1, number % 5 === 0);
      said.push(`${KEY}/out2 ${number}`);
    }
    device.socket.uncork();
  };
  say(40);
  await until('the server has all', () => server.read.length === said.length);
  expect(server.read).toEqual(said);

  const watcher = await join(WATCHER);
  await watcher.subscribe('/+/+/+/+');
  say(40);
  await until('the watcher has the last one', () => watcher.read.at(-1) === said.at(-1));
  // The one that was kept may come before them.
  expect(watcher.read.slice(-40)).toEqual(said.slice(40));

  watcher.write({ cmd: 'disconnect' });
  await watcher.cut;
  say(40);
  await until('the server has all', () => server.read.length === said.length);
  expect(server.read).toEqual(said);
});

test('what a device says faster than the server reads waits, and all of it is heard in order', async () => {
  const server = await join(SERVER);
  await server.subscribe('/+/+/+/+');
  const device = await join(DEVICE);
  server.socket.pause();
  // More than a connection takes at once, less than the device may say at once.
  const said = Array.from({ length: 3000 }, (_, number) => `${number} ${'x'.repeat(1000)}`);
  for (const [number, payload] of said.entries()) device.report(`${KEY}/out2`, payload, number + 1);
  await until('the broker has read all', () => device.socket.writableLength === 0);
  server.socket.resume();
  await until('the server has all', () => server.read.length === said.length);
  expect(server.read).toEqual(said.map((payload) => `${KEY}/out2 ${payload}`));
});
