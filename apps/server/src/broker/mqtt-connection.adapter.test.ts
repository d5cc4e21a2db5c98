import { freePort } from '@semaforo/testing/free-port';
import { createMosquitto, hasMosquitto, MOSQUITTO_LOGIN, type Mosquitto } from '@semaforo/testing/mosquitto';
import { until } from '@semaforo/testing/until';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IncomingMessage } from './broker-link.port.ts';
import { createEmbeddedBroker, type EmbeddedBroker } from './embedded-broker.adapter.ts';
import { createMqttConnector } from './mqtt-connection.adapter.ts';
import type { BrokerAccess, MqttConnection } from './mqtt-connection.port.ts';

type Running = { address: BrokerAccess; stop: () => Promise<void> };

const OWN_CLIENT_ID = 'semaforo-test';

async function startEmbedded(): Promise<Running> {
  const port = await freePort();
  const login = { username: 'semaforo', password: 'password-di-prova' };
  const broker: EmbeddedBroker = createEmbeddedBroker({
    host: '127.0.0.1',
    port,
    ...login,
    ownClientIdPrefix: OWN_CLIENT_ID,
  });
  await broker.start();
  return { address: { host: '127.0.0.1', port, ...login, tls: false }, stop: broker.stop };
}

async function startMosquitto(): Promise<Running> {
  const mosquitto: Mosquitto = createMosquitto(await freePort());
  await mosquitto.start();
  const address = { host: '127.0.0.1', port: mosquitto.port, ...MOSQUITTO_LOGIN, tls: false };
  return { address, stop: mosquitto.remove };
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
      clientIdPrefix: OWN_CLIENT_ID,
    });

    beforeAll(async () => {
      running = await begin();
      const { host, port, username, password } = running.address;
      device = await connectAsync(`mqtt://${host}:${port}`, { username, password });
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
        message: (message) => messages.push(message),
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
      const outcome = await connection.publish({ topic: '/3/comune/obeys/out1', payload: '1' }, () => true);
      expect(outcome).toBe('acknowledged');
      await until('the device got the command', () => retained.length === 1);
      await device.publishAsync('/3/comune/obeys/sentinel', '', { qos: 1 });
      await until('the sentinel arrived', () => messages.some(({ topic }) => topic.endsWith('sentinel')));
      expect(messages.filter(({ topic }) => topic === '/3/comune/obeys/out1')).toEqual([]);
      expect(retained).toEqual([false]);
    });

    test('a publish that is no longer wanted is withheld', async () => {
      const { connection } = await open();
      expect(await connection.publish({ topic: '/3/comune/x/out1/set', payload: '1' }, () => false)).toBe(
        'withheld',
      );
    });

    test('a publish interrupted by our own close is unknown, not rejected', async () => {
      const { connection } = await open();
      const outcome = connection.publish({ topic: '/3/comune/x/out1/set', payload: '1' }, () => true);
      connection.close();
      expect(await outcome).toBe('unknown');
    });

    test('a publish that still waits when we close is withheld, because it was never sent', async () => {
      const { connection } = await open();
      let begun = 0;
      const outcomes = Array.from({ length: 400 }, () =>
        connection.publish({ topic: '/3/comune/x/out1/set', payload: '1' }, () => {
          begun += 1;
          return true;
        }),
      );
      const inFlight = begun;
      connection.close();
      const settled = await Promise.all(outcomes);
      expect(inFlight).toBeLessThan(400);
      expect(settled.slice(0, inFlight).filter((outcome) => outcome !== 'unknown')).toEqual([]);
      expect(settled.slice(inFlight).filter((outcome) => outcome !== 'withheld')).toEqual([]);
    });

    test('a refused log-in is explained in Italian', async () => {
      const result = await connector(
        { ...running.address, password: 'sbagliata' },
        { message: () => {}, closed: () => {} },
      );
      expect(result).toMatchObject({ failure: 'Il broker rifiuta username o password' });
    });

    test('a closed connection reports it once and withholds every later publish', async () => {
      const { connection, timesClosed } = await open();
      connection.close();
      await until('the closing was told', () => timesClosed() === 1);
      expect(await connection.publish({ topic: '/3/comune/x/out1/set', payload: '1' }, () => true)).toBe(
        'withheld',
      );
    });
  });
}

test('a connection to a port without a broker fails with a sentence', async () => {
  const connector = createMqttConnector({
    commandsOnReportTopic: false,
    sendsNoOwnEcho: () => true,
    clientIdPrefix: OWN_CLIENT_ID,
  });
  const address = { host: '127.0.0.1', port: await freePort(), username: '', password: '', tls: false };
  expect(await connector(address, { message: () => {}, closed: () => {} })).toMatchObject({
    failure: 'Nessun broker in ascolto a questo indirizzo',
  });
});

describe.skipIf(!hasMosquitto)('on a broker of MQTT 5', () => {
  test('a command without a subscriber is reported as no-listener', async () => {
    const running = await startMosquitto();
    const connector = createMqttConnector({
      commandsOnReportTopic: false,
      sendsNoOwnEcho: () => false,
      clientIdPrefix: OWN_CLIENT_ID,
    });
    const result = await connector(running.address, { message: () => {}, closed: () => {} });
    if ('failure' in result) throw new Error(result.failure);
    const outcome = await result.connection.publish(
      { topic: '/3/comune/nobody/out1/set', payload: '1' },
      () => true,
    );
    expect(outcome).toBe('no-listener');
    result.connection.close();
    await running.stop();
  });
});
