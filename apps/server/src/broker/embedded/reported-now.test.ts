import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { startFaultyNetwork } from '@semaforo/testing/faulty-network';
import { until } from '@semaforo/testing/until';
import { generate, type Packet, parser } from 'mqtt-packet';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SERVER } from '../../../test/embedded-broker.ts';
import { COMMAND_ACKNOWLEDGED_WITHIN_MS, DEVICE_PACE, HELD_BACK_AT_MOST_MS } from './limits.ts';
import { createMqttBroker, type MqttBroker } from './mqtt-broker.ts';
import type { BrokerTask } from './worker-messages.ts';

const KEY = '/3/comune/s1';
const DEVICE = { clientId: 'device', username: 'd-1', password: 'of-the-device' };
const LONG_MS = 60_000;
/** What a busy machine adds. */
const SLACK_MS = 2000;

let broker: MqttBroker;
let port: number;
let rateExceeded: { username: string; key: string | null }[];
const ending: (() => unknown)[] = [];

async function start(task: Partial<BrokerTask> = {}) {
  const { clientId: ownClientId, ...server } = SERVER;
  const passwordHash = createHash('sha256').update(DEVICE.password).digest('hex');
  broker = createMqttBroker(
    {
      host: '127.0.0.1',
      port: 0,
      tls: undefined,
      ownClientId,
      server,
      shared: undefined,
      simulator: undefined,
      watcher: undefined,
      devices: [{ username: DEVICE.username, passwordHash, key: KEY }],
      knownDevices: 1,
      commandTopic: '{key}/{channel}/set',
      hasServed: false,
      ...task,
    },
    {
      served: () => {},
      seen: () => {},
      refused: () => {},
      ignored: { refused: () => {}, elsewhere: () => {} },
      rateExceeded: (who) => rateExceeded.push(who),
    },
  );
  port = await broker.listen();
  broker.admitDevices();
}

beforeEach(() => {
  rateExceeded = [];
  return start();
});
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
  await broker.close();
});

/** A client that says what the test wants, and notes what it hears. */
function begin({ clientId, username, password }: typeof SERVER, at = port) {
  const socket: Socket = connect({ port: at, host: '127.0.0.1', noDelay: true });
  ending.push(() => socket.destroy());
  const received: string[] = [];
  const packets = parser();
  const write = (packet: Packet) => void socket.write(generate(packet));
  packets.on('packet', (packet: Packet) => {
    received.push(packet.cmd === 'publish' ? `${packet.topic} ${packet.payload.toString()}` : nameOf(packet));
    if (packet.cmd === 'publish' && packet.messageId !== undefined)
      write({ cmd: 'puback', messageId: packet.messageId });
  });
  socket.on('data', (chunk) => packets.parse(chunk));
  socket.on('error', () => {});
  write({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    keepalive: 60,
    clientId,
    username,
    password: Buffer.from(password),
    ...(username !== SERVER.username && {
      will: { topic: `${KEY}/status`, payload: Buffer.from('offline'), qos: 1, retain: true },
    }),
  });
  return {
    socket,
    received,
    /** Says the same so many times, all at once. */
    report: (channel: string, payload: string, times = 1) => {
      const word = generate({
        cmd: 'publish',
        topic: `${KEY}/${channel}`,
        payload,
        qos: 0,
        dup: false,
        retain: false,
      });
      socket.write(Buffer.concat(Array.from({ length: times }, () => word)));
    },
    command: (channel: string, messageId: number, topic = `${KEY}/${channel}/set`) =>
      write({
        cmd: 'publish',
        topic,
        payload: '1',
        qos: 1,
        messageId,
        dup: false,
        retain: false,
      }),
    subscribe: async (topic: string) => {
      write({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 1 }] });
      await until('it is subscribed', () => received.includes('suback 1'));
    },
  };
}

const nameOf = (packet: Packet) => ('messageId' in packet ? `${packet.cmd} ${packet.messageId}` : packet.cmd);

async function join(who: typeof SERVER, at = port) {
  const client = begin(who, at);
  await until('the client is let in', () => client.received.includes('connack'));
  return client;
}

async function joinServer() {
  const server = await join(SERVER);
  await server.subscribe('/+/+/+/+');
  const wordsOf = (channel: string) =>
    server.received.filter((word) => word.startsWith(`${KEY}/${channel} `)).length;
  return { ...server, wordsOf };
}

const { burst, perSecond } = DEVICE_PACE.messages;
const inTime = (ms: number) => (ms / 1000) * perSecond;

test(
  'a device that is held back for five seconds on end is cut off, and what it said meanwhile is heard by nobody',
  async () => {
    const server = await joinServer();
    const device = await join(DEVICE);
    const beganAt = performance.now();
    device.report('out1', '1', burst + 2 * inTime(HELD_BACK_AT_MOST_MS));
    await until('it is cut off', () => device.socket.closed, HELD_BACK_AT_MOST_MS + SLACK_MS);
    expect(performance.now() - beganAt).toBeGreaterThan(HELD_BACK_AT_MOST_MS - 100);
    await until('its last will is heard', () => server.wordsOf('status') === 1);
    expect(server.received.at(-1)).toBe(`${KEY}/status offline`);
    expect(server.wordsOf('out1')).toBeLessThanOrEqual(burst + inTime(HELD_BACK_AT_MOST_MS + SLACK_MS));
    expect(rateExceeded).toEqual([{ username: DEVICE.username, key: KEY }]);
  },
  LONG_MS,
);

test(
  'what a device said too much of is thrown away as soon as it is gone, and it logs in again at once',
  async () => {
    const server = await joinServer();
    const device = await join(DEVICE);
    device.report('out1', '1', burst + inTime(HELD_BACK_AT_MOST_MS) / 2);
    device.socket.end();
    await until('its last will is heard', () => server.wordsOf('status') === 1, SLACK_MS);
    const again = await join(DEVICE);
    again.report('out2', '1');
    await until('it is heard again', () => server.wordsOf('out2') === 1);
    expect(server.wordsOf('out1')).toBeLessThanOrEqual(burst + inTime(SLACK_MS));
    expect(server.received.at(-1)).toBe(`${KEY}/out2 1`);
  },
  LONG_MS,
);

test(
  'a new log-in of a device ends its connection that is held back',
  async () => {
    const server = await joinServer();
    const former = await join(DEVICE);
    former.report('out1', '1', burst + inTime(HELD_BACK_AT_MOST_MS) / 2);
    await until('it is held back', () => server.wordsOf('out1') >= burst);
    const again = await join({ ...DEVICE, clientId: 'device-2' });
    await until('the former one is ended', () => former.socket.closed, SLACK_MS);
    again.report('out2', '1');
    await until('the new one is heard', () => server.wordsOf('out2') === 1, SLACK_MS);
  },
  LONG_MS,
);

test(
  'a device to which a command does not get through in its time is cut off, and never gets it',
  async () => {
    const network = await startFaultyNetwork({ target: port });
    ending.push(network.close);
    const server = await joinServer();
    const device = await join(DEVICE, network.port);
    await device.subscribe(`${KEY}/+/set`);
    network.disturb('down', { blocked: true });
    server.command('out4', 7);
    await until('the broker has taken it', () => server.received.includes('puback 7'));
    await until(
      'the device is given up',
      () => server.wordsOf('status') === 1,
      COMMAND_ACKNOWLEDGED_WITHIN_MS + SLACK_MS,
    );
    network.heal();
    await until('its connection is gone', () => device.socket.closed);
    expect(device.received).not.toContain(`${KEY}/out4/set 1`);
  },
  LONG_MS,
);

test('the server is told before the acknowledgement of a command that no device listens to it', async () => {
  const server = await joinServer();
  server.received.length = 0;
  server.command('out4', 7);
  await until('it is acknowledged', () => server.received.includes('puback 7'));
  expect(server.received).toEqual([`semaforo/${SERVER.clientId}/unheard 7`, 'puback 7']);

  const device = await join(DEVICE);
  await device.subscribe(`${KEY}/+/set`);
  server.received.length = 0;
  server.command('out4', 8);
  await until('it is acknowledged', () => server.received.includes('puback 8'));
  expect(server.received).toEqual(['puback 8']);
  await until('the device has it', () => device.received.includes(`${KEY}/out4/set 1`));

  device.socket.destroy();
  await until('the device is gone', () => server.received.includes(`${KEY}/status offline`));
  server.command('out4', 9);
  await until('it is acknowledged', () => server.received.includes('puback 9'));
  expect(server.received.slice(-2)).toEqual([`semaforo/${SERVER.clientId}/unheard 9`, 'puback 9']);
});

test('only devices are subscribers of a command: a watcher and a trial that hear it carry out nothing', async () => {
  const WATCHER = { clientId: 'home', username: 'home', password: 'only-reads' };
  await broker.close();
  await start({ commandTopic: '{key}/{channel}', watcher: { ...WATCHER, prefix: 'homeassistant' } });
  const server = await joinServer();
  const watcher = await join(WATCHER);
  await watcher.subscribe('/+/+/+/+');
  const trial = await join({ ...SERVER, clientId: `${SERVER.clientId}-prova-1` });
  await trial.subscribe('/+/+/+/+');
  server.received.length = 0;
  server.command('out4', 7, `${KEY}/out4`);
  await until('it is acknowledged', () => server.received.includes('puback 7'));
  expect(server.received).toEqual([`semaforo/${SERVER.clientId}/unheard 7`, 'puback 7']);
  await until('the watcher has it', () => watcher.received.includes(`${KEY}/out4 1`));

  const device = await join(DEVICE);
  await device.subscribe(`${KEY}/+`);
  server.received.length = 0;
  server.command('out4', 8, `${KEY}/out4`);
  await until('it is acknowledged', () => server.received.includes('puback 8'));
  expect(server.received).toEqual(['puback 8']);
});
