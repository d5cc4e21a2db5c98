import { freePort } from '@semaforo/testing/free-port';
import { createMosquitto, hasMosquitto, MOSQUITTO_LOGIN, type Mosquitto } from '@semaforo/testing/mosquitto';
import { until } from '@semaforo/testing/until';
import { connect, connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { systemClock } from '../platform/clock.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import type { LinkStatus, Received } from './broker-link.port.ts';
import { createBrokerLink } from './broker-link.ts';
import { markerTopicOf } from './catch-up.ts';
import { createMqttConnector } from './mqtt-connection.adapter.ts';
import type { BrokerAccess } from './mqtt-connection.port.ts';
import { mqttOptions, type ProtocolVersion } from './mqtt-options.ts';
import { openMqttConnection } from './open-mqtt-connection.ts';
import { createBrokerTrial } from './try-broker.ts';

const CLIENT_ID = 'semaforo-test';
const REPORT = '/3/comune/s1/out1';
const WANTED = { isStillWanted: () => true };
const VERSIONS: readonly ProtocolVersion[] = [5, 4];

describe.skipIf(!hasMosquitto)('the session that Mosquitto keeps for the server', () => {
  let mosquitto: Mosquitto;
  let address: BrokerAccess;
  let device: MqttClient;
  const ends: (() => unknown)[] = [];

  beforeEach(async () => {
    mosquitto = createMosquitto(await freePort());
    await mosquitto.start();
    address = { host: '127.0.0.1', port: mosquitto.port, ...MOSQUITTO_LOGIN, tls: false };
    device = await joinDevice();
  });
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
    await mosquitto.remove();
  });

  const joinDevice = async (options: IClientOptions = {}) => {
    const client = await connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`, {
      ...MOSQUITTO_LOGIN,
      ...options,
    });
    ends.push(() => client.endAsync(true));
    return client;
  };
  const report = (payload: string) => device.publishAsync(REPORT, payload, { qos: 1 });
  const publishAll = (payloads: readonly number[]) =>
    Promise.all(payloads.map((payload) => report(String(payload))));

  /** Joins with the session of the server. What it hears is stored as `store` says. */
  const join = async (version: ProtocolVersion = 5, store: () => Promise<void> = () => Promise.resolve()) => {
    const arrived: string[] = [];
    const received: Received = ({ payload, retained }) => {
      arrived.push(`${payload.toString()}${retained ? ' kept' : ''}`);
      return store();
    };
    let reason: string | undefined;
    const result = await openMqttConnection({
      mqtt: mqttOptions(address, { version, clientId: CLIENT_ID, keepsSession: true }),
      markerTopic: markerTopicOf(CLIENT_ID),
      clock: systemClock,
      listener: {
        message: received,
        opened: () => {},
        closed: (why) => {
          reason = why;
        },
      },
    });
    if ('failure' in result) throw new Error(result.failure);
    ends.push(result.connection.close);
    return { ...result.connection, arrived, reason: () => reason };
  };
  const leave = async (connection: Awaited<ReturnType<typeof join>>) => {
    connection.close();
    await until('the connection is closed', () => connection.reason() !== undefined);
  };
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

  test.each(VERSIONS)(
    'with MQTT %i all that was said while the link was away arrives in order, as last known',
    async (version) => {
      const former = await join(version);
      await leave(former);
      // More than Mosquitto sends at once to a client of 3.1.1.
      await publishAll(upTo(200));
      const { arrived } = await join(version);
      const kept = [...arrived];
      await report('now');
      await until('the live report is heard', () => arrived.includes('now'));
      expect(kept).toEqual(upTo(200).map((payload) => `${payload} kept`));
      expect(arrived).toEqual([...kept, 'now']);
    },
  );

  test.each(VERSIONS)(
    'with MQTT %i what was not stored comes again on the next connection',
    async (version) => {
      const former = await join(version, () => new Promise(() => {}));
      await publishAll(upTo(3));
      await until('all is heard', () => former.arrived.length === 3);
      await leave(former);
      const { arrived } = await join(version);
      expect(arrived).toEqual(['1 kept', '2 kept', '3 kept']);
      await report('now');
      await until('the live report is heard', () => arrived.length === 4);
    },
  );

  test('what was stored does not come again', async () => {
    let store: () => void = () => {};
    const stored = new Promise<void>((resolve) => {
      store = resolve;
    });
    const former = await join(5, () => stored);
    await publishAll(upTo(3));
    await until('all is heard', () => former.arrived.length === 3);
    store();
    // When this is answered, the acknowledgements have left, too.
    await former.publish({ topic: '/3/comune/s1/out1/set', payload: '1' }, WANTED);
    await leave(former);
    expect((await join()).arrived).toEqual([]);
  });

  test('a trial of the same broker neither ends the connection nor takes its messages', async () => {
    const { arrived, reason } = await join();
    let trials = 0;
    const tryBroker = createBrokerTrial(
      createMqttConnector({
        commandsOnReportTopic: false,
        sendsNoOwnEcho: () => false,
        clientId: () => {
          trials += 1;
          return `${CLIENT_ID}-prova-${trials}`;
        },
        keepsSession: false,
        clock: systemClock,
      }),
    );
    expect(await tryBroker(address)).toBeNull();
    expect(await tryBroker({ ...address, password: 'sbagliata' })).toBe(
      'Il broker rifiuta username o password',
    );
    await report('1');
    await until('it is heard', () => arrived.length === 1);
    expect(reason()).toBeUndefined();
  });

  test('a command that expired is not delivered to a device that returns, a newer one is', async () => {
    const { publish } = await join();
    const session: IClientOptions = {
      clientId: 'comune-s1',
      clean: false,
      protocolVersion: 5,
      properties: { sessionExpiryInterval: 60 },
    };
    const away = await joinDevice(session);
    await away.subscribeAsync('/3/comune/s1/+/set', { qos: 1 });
    await away.endAsync();
    const send = (payload: string, expiresAt: number) =>
      publish({ topic: '/3/comune/s1/out1/set', payload }, { ...WANTED, expiresAt });
    const isOver = Date.now() + 1000;
    expect(await send('late', isOver)).toBe('acknowledged');
    await until('its time is over', () => Date.now() > isOver + 2000);
    expect(await send('over', isOver)).toBe('withheld');
    expect(await send('in time', Date.now() + 60_000)).toBe('acknowledged');

    const commands: string[] = [];
    const back = connect(`mqtt://127.0.0.1:${mosquitto.port}`, { ...MOSQUITTO_LOGIN, ...session });
    ends.push(() => back.endAsync(true));
    back.on('message', (_topic, payload) => commands.push(payload.toString()));
    await until('a command arrived', () => commands.length > 0);
    expect(commands).toEqual(['in time']);
  });

  test('a broker that hangs is known to hang while nothing is sent, and is used again when it goes on', async () => {
    const logger = createTestLogger();
    const statuses = createEventChannel<LinkStatus>({ name: 'statuses', logger });
    const connectToBroker = createMqttConnector({
      commandsOnReportTopic: false,
      sendsNoOwnEcho: () => false,
      clientId: () => CLIENT_ID,
      keepsSession: true,
      clock: systemClock,
    });
    const link = createBrokerLink({
      connectToBroker,
      tryBroker: () => Promise.resolve(null),
      statuses,
      clock: systemClock,
      logger,
      reconnectBounds: { minMs: 50, maxMs: 200 },
    });
    ends.push(link.stop);
    const messages: string[] = [];
    await link.start(address, ({ payload }) => {
      messages.push(payload.toString());
      return undefined;
    });
    mosquitto.pause();
    const pausedAt = Date.now();
    await until('the link is known to be down', () => !link.status().connected);
    expect(Date.now() - pausedAt).toBeLessThan(10_000);
    expect(link.status().reason).toBe('Il broker non risponde');
    mosquitto.resume();
    await until('the link is back', () => link.status().connected);
    await report('1');
    await until('it is heard', () => messages.length === 1);

    mosquitto.pause();
    const outcome = link.publish({ topic: '/3/comune/s1/out1/set', payload: '1' }, WANTED);
    // Nothing waits in the hung broker to be delivered when it goes on.
    expect(await outcome).toBe('withheld');
    mosquitto.resume();
    await mosquitto.kill();
    await until('the link is down', () => !link.status().connected);
    await mosquitto.start();
    await until('the link is back on the new broker', () => link.status().connected);
  });
});
