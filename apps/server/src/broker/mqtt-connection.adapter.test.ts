import { freePort } from '@semaforo/testing/free-port';
import { createMosquitto, hasMosquitto, MOSQUITTO_LOGIN, type Mosquitto } from '@semaforo/testing/mosquitto';
import { until } from '@semaforo/testing/until';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestBroker, SERVER } from '../../test/embedded-broker.ts';
import { systemClock } from '../platform/clock.ts';
import type { IncomingMessage } from './broker-link.port.ts';
import { createMqttConnector } from './mqtt-connection.adapter.ts';
import type { BrokerAccess, MqttConnection } from './mqtt-connection.port.ts';

type Running = {
  address: BrokerAccess;
  /** What a device logs in with. */
  device: { username: string; password: string };
  stop: () => Promise<void>;
};

const OWN_CLIENT_ID = SERVER.clientId;
let connections = 0;
/** Several connections at once, as in a trial: else each would end the one before. */
const SESSION = {
  clientId: () => {
    connections += 1;
    return `${OWN_CLIENT_ID}-${connections}`;
  },
  keepsSession: false,
  clock: systemClock,
};
const WANTED = { isStillWanted: () => true };
const NO_ONE = { message: () => undefined, opened: () => {}, closed: () => {} };

const SHARED = { username: 'semaforo', password: 'password-di-prova' };

async function startEmbedded(): Promise<Running> {
  const port = await freePort();
  const broker = createTestBroker(port, { shared: SHARED, commandTopic: '{key}/{channel}' });
  await broker.start();
  broker.admitDevices();
  const { username, password } = SERVER;
  return {
    address: { host: '127.0.0.1', port, username, password, tls: false },
    device: SHARED,
    stop: broker.stop,
  };
}

async function startMosquitto(): Promise<Running> {
  const mosquitto: Mosquitto = createMosquitto(await freePort());
  await mosquitto.start();
  const address = { host: '127.0.0.1', port: mosquitto.port, ...MOSQUITTO_LOGIN, tls: false };
  return { address, device: MOSQUITTO_LOGIN, stop: mosquitto.remove };
}

const brokers = [
  { name: 'the embedded broker (3.1.1)', begin: startEmbedded, skip: false },
  { name: 'Mosquitto (5)', begin: startMosquitto, skip: !hasMosquitto },
];

for (const { name, begin, skip } of brokers) {
  describe.skipIf(skip)(`a connection to ${name}`, () => {
    let running: Running;
    let device: MqttClient;
    const opened: MqttConnection[] = [];
    const connector = createMqttConnector({
      commandsOnReportTopic: true,
      sendsNoOwnEcho: () => true,
      ...SESSION,
    });

    beforeAll(async () => {
      running = await begin();
      const { host, port } = running.address;
      device = await connectAsync(`mqtt://${host}:${port}`, running.device);
    });
    afterAll(async () => {
      for (const connection of opened) connection.close();
      await device.endAsync(true);
      await running.stop();
    });

    const open = async () => {
      const messages: IncomingMessage[] = [];
      let closed = 0;
      const result = await connector(running.address, {
        message: (message) => void messages.push(message),
        opened: () => {},
        closed: () => {
          closed += 1;
        },
      });
      if ('failure' in result) throw new Error(result.failure);
      opened.push(result.connection);
      return { connection: result.connection, messages, timesClosed: () => closed };
    };

    test('an open connection receives every report', async () => {
      const { messages } = await open();
      await device.publishAsync('/3/comune/heard/out1', '1', { qos: 1 });
      const message = await until('the report arrived', () =>
        messages.find(({ topic }) => topic === '/3/comune/heard/out1'),
      );
      expect(message).toMatchObject({ payload: Buffer.from('1'), retained: false });
    });

    test('a command is published without retain, and the connection does not receive it', async () => {
      const { connection, messages } = await open();
      await device.subscribeAsync('/3/comune/obeys/+', { qos: 1 });
      const retained: boolean[] = [];
      device.on('message', (topic, _payload, packet) => {
        if (topic === '/3/comune/obeys/out1') retained.push(packet.retain);
      });
      const outcome = await connection.publish({ topic: '/3/comune/obeys/out1', payload: '1' }, WANTED);
      expect(outcome).toBe('acknowledged');
      await until('the device got the command', () => retained.length === 1);
      await device.publishAsync('/3/comune/obeys/sentinel', '', { qos: 1 });
      await until('the sentinel arrived', () => messages.some(({ topic }) => topic.endsWith('sentinel')));
      expect(messages.filter(({ topic }) => topic === '/3/comune/obeys/out1')).toEqual([]);
      expect(retained).toEqual([false]);
    });

    test('a publish that is no longer wanted is withheld', async () => {
      const { connection } = await open();
      expect(
        await connection.publish(
          { topic: '/3/comune/x/out1/set', payload: '1' },
          { isStillWanted: () => false },
        ),
      ).toBe('withheld');
    });

    test('a publish interrupted by our own close was not handed over, and is not rejected', async () => {
      const { connection } = await open();
      const outcome = connection.publish({ topic: '/3/comune/x/out1/set', payload: '1' }, WANTED);
      connection.close();
      expect(await outcome).toBe('withheld');
    });

    test('a publish that still waits when we close is withheld, because it was never sent', async () => {
      const { connection } = await open();
      let begun = 0;
      const outcomes = Array.from({ length: 400 }, () =>
        connection.publish(
          { topic: '/3/comune/x/out1/set', payload: '1' },
          {
            isStillWanted: () => {
              begun += 1;
              // Before any answer of the broker is read.
              if (begun === 1) setImmediate(connection.close);
              return true;
            },
          },
        ),
      );
      const settled = await Promise.all(outcomes);
      expect(begun).toBeLessThan(400);
      expect(settled.filter((outcome) => outcome === 'unknown')).toHaveLength(begun);
      expect(settled.filter((outcome) => outcome === 'withheld')).toHaveLength(400 - begun);
    });

    test('a refused log-in is explained in Italian', async () => {
      const result = await connector({ ...running.address, password: 'sbagliata' }, NO_ONE);
      expect(result).toMatchObject({ failure: 'Il broker rifiuta username o password' });
    });

    test('a closed connection reports it once and withholds every later publish', async () => {
      const { connection, timesClosed } = await open();
      connection.close();
      await until('the closing was told', () => timesClosed() === 1);
      expect(await connection.publish({ topic: '/3/comune/x/out1/set', payload: '1' }, WANTED)).toBe(
        'withheld',
      );
    });
  });
}

test('a connection to a port without a broker fails with a sentence', async () => {
  const connector = createMqttConnector({
    commandsOnReportTopic: false,
    sendsNoOwnEcho: () => true,
    ...SESSION,
  });
  const address = { host: '127.0.0.1', port: await freePort(), username: '', password: '', tls: false };
  expect(await connector(address, NO_ONE)).toMatchObject({
    failure: 'Nessun broker in ascolto a questo indirizzo',
  });
});

describe.skipIf(!hasMosquitto)('on a broker of MQTT 5', () => {
  test('a command without a subscriber is reported as no-listener', async () => {
    const running = await startMosquitto();
    const connector = createMqttConnector({
      commandsOnReportTopic: false,
      sendsNoOwnEcho: () => false,
      ...SESSION,
    });
    const result = await connector(running.address, NO_ONE);
    if ('failure' in result) throw new Error(result.failure);
    const outcome = await result.connection.publish(
      { topic: '/3/comune/nobody/out1/set', payload: '1' },
      WANTED,
    );
    expect(outcome).toBe('no-listener');
    result.connection.close();
    await running.stop();
  });
});

test('a device gets its acknowledgement from the embedded broker once its report is stored', async () => {
  const running = await startEmbedded();
  const connector = createMqttConnector({
    commandsOnReportTopic: false,
    sendsNoOwnEcho: () => true,
    clientId: () => OWN_CLIENT_ID,
    keepsSession: true,
    clock: systemClock,
  });
  const commits: (() => void)[] = [];
  const result = await connector(running.address, {
    ...NO_ONE,
    message: () => new Promise((resolve) => commits.push(resolve)),
  });
  if ('failure' in result) throw new Error(result.failure);
  const { host, port } = running.address;
  const device = await connectAsync(`mqtt://${host}:${port}`, running.device);
  let acknowledged = 0;
  const report = (payload: string) =>
    device.publish('/3/comune/s1/out1', payload, { qos: 1 }, () => {
      acknowledged += 1;
    });
  report('1');
  report('0');
  await until('both reports arrived', () => commits.length === 2);
  await device.subscribeAsync('/3/comune/s1/+/set', { qos: 1 });
  expect(acknowledged).toBe(0);
  for (const commit of commits) commit();
  await until('both are acknowledged', () => acknowledged === 2);

  report('1');
  await until('the third report arrived', () => commits.length === 3);
  // The server ends before the commit, and the broker with it.
  result.connection.close();
  const closed = new Promise<void>((resolve) => device.once('close', () => resolve()));
  await running.stop();
  await closed;
  expect(acknowledged).toBe(2);
  await device.endAsync(true);
});
