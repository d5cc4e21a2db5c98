import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect as connectTcp } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { createAuthority, hasOpenssl } from '@semaforo/testing/certificates';
import {
  puback,
  publish,
  type RawBroker,
  type RawPublish,
  startRawBroker,
} from '@semaforo/testing/raw-broker';
import { until } from '@semaforo/testing/until';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import type { IncomingMessage } from './broker-link.port.ts';
import { createMqttConnector } from './mqtt-connection.adapter.ts';
import { mqttOptions } from './mqtt-options.ts';
import { openMqttConnection } from './open-mqtt-connection.ts';

const REPORT = '/3/val/s1/out1';
const COMMAND = { topic: '/3/val/s1/out1/set', payload: '1' };
const WANTED = { isStillWanted: () => true };
/** Longer than a marker may take, and than anything may wait unread. */
const MARKER_LATE_MS = 2600;
const STOOD_STILL_MS = 5200;

/** Passes everything on, in a thread of its own, and says when a PINGREQ has come. */
const RELAY = `
  const { createServer, connect } = require('node:net');
  const { parentPort, workerData: { port, asked } } = require('node:worker_threads');
  const PINGREQ = Buffer.from([0xc0, 0]);
  const server = createServer((client) => {
    const broker = connect(port, '127.0.0.1');
    client.pipe(broker).pipe(client).on('error', () => {});
    broker.on('error', () => {});
    client.on('data', (chunk) => {
      if (!chunk.includes(PINGREQ)) return;
      Atomics.store(asked, 0, 1);
      Atomics.notify(asked, 0);
    });
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

describe('a connection to a broker that answers byte by byte', () => {
  let broker: RawBroker;
  afterEach(() => broker.stop());

  /** Joins the broker; each message is stored when the test says so. */
  const join = (port = broker.port) => {
    const events: string[] = [];
    const messages: IncomingMessage[] = [];
    const stores: (() => void)[] = [];
    const connector = createMqttConnector({
      commandsOnReportTopic: false,
      sendsNoOwnEcho: () => false,
      clientId: () => 'semaforo-test',
      keepsSession: true,
      clock: systemClock,
    });
    const joining = connector(
      { host: '127.0.0.1', port, username: '', password: '', tls: false },
      {
        message: (message) => {
          messages.push(message);
          events.push(`heard ${message.payload.toString()}`);
          return new Promise((resolve) => stores.push(resolve));
        },
        opened: () => events.push('opened'),
        closed: (reason) => events.push(`closed: ${reason}`),
      },
    );
    return { joining, events, messages, stores };
  };
  const joined = async (port?: number) => {
    const stage = join(port);
    const result = await stage.joining;
    if ('failure' in result) throw new Error(result.failure);
    return { ...stage, connection: result.connection };
  };
  const report = (messageId: number, payload: string) => publish({ messageId, topic: REPORT, payload });

  test('the acknowledgement of a command is told before the echo that came in the same chunk', async () => {
    broker = await startRawBroker();
    const { connection, events } = await joined();
    broker.onPublish(({ messageId }) =>
      broker.send(report(1, 'before'), puback(messageId), report(2, 'echo'), report(3, 'later')),
    );
    const outcome = await connection.publish(COMMAND, {
      ...WANTED,
      acknowledged: () => events.push('acknowledged'),
    });
    expect(outcome).toBe('acknowledged');
    await until('all was heard', () => events.includes('heard later'));
    expect(events).toEqual(['opened', 'heard before', 'acknowledged', 'heard echo', 'heard later']);
  });

  test('the acknowledgement is told of a command without a listener, but not of a refused one', async () => {
    broker = await startRawBroker();
    const { connection, events } = await joined();
    const acknowledged = () => events.push('acknowledged');
    broker.onPublish(({ messageId }) => broker.send(puback(messageId, 0x10)));
    expect(await connection.publish(COMMAND, { ...WANTED, acknowledged })).toBe('no-listener');
    broker.onPublish(({ messageId }) => broker.send(puback(messageId, 0x87)));
    expect(await connection.publish(COMMAND, { ...WANTED, acknowledged })).toBe('rejected');
    expect(events).toEqual(['opened', 'acknowledged']);
  });

  test('the broker is asked at once, also when a commit keeps this thread from going on', async () => {
    broker = await startRawBroker();
    const asked = new Int32Array(new SharedArrayBuffer(4));
    const relay = new Worker(RELAY, { eval: true, workerData: { port: broker.port, asked } });
    const [port] = (await once(relay, 'message')) as [number];
    const { connection } = await joined(port);
    Atomics.store(asked, 0, 0);
    connection.probe();
    await Promise.resolve();
    // As SQLite does: no other turn of the loop comes before this ends.
    expect(Atomics.wait(asked, 0, 0, 10_000)).not.toBe('timed-out');
    await relay.terminate();
  });

  test('many messages are handled before the first is stored, and acknowledged in their order', async () => {
    broker = await startRawBroker();
    const { messages, stores } = await joined();
    broker.send(report(11, 'a'), report(12, 'b'), report(13, 'c'));
    await until('all three were heard', () => messages.length === 3);
    expect(messages.map(({ retained }) => retained)).toEqual([false, false, false]);
    stores[1]?.();
    stores[2]?.();
    // The marker, of which nothing is stored, was acknowledged at once.
    const markers = [...broker.acknowledged];
    stores[0]?.();
    await until('all three are acknowledged', () => broker.acknowledged.length === markers.length + 3);
    expect(broker.acknowledged.slice(markers.length)).toEqual([11, 12, 13]);
  });

  test('what arrives before the marker is only the last known, what follows in its chunk was just said', async () => {
    broker = await startRawBroker({ sessionPresent: true });
    let marker: RawPublish | undefined;
    broker.onPublish((published) => {
      marker = published;
      const former = publish({ ...published, messageId: 21, payload: 'of a former connection' });
      broker.send(puback(published.messageId), report(20, 'away'), former, report(22, 'away, too'));
    });
    const { joining, events, messages } = join();
    await until('the kept messages were heard', () => messages.length === 2);
    expect(events).not.toContain('opened');
    if (marker) broker.send(publish({ ...marker, messageId: 23 }), report(24, 'now'));
    await joining;
    await until('the live message was heard', () => messages.length === 3);
    expect(events).toEqual(['heard away', 'heard away, too', 'opened', 'heard now']);
    expect(messages.map(({ retained }) => retained)).toEqual([true, true, false]);
  });

  test('a broker that does not send the marker back is refused with a sentence that says what is missing', async () => {
    broker = await startRawBroker();
    broker.onPublish(({ messageId }) => broker.send(puback(messageId, 0x87)));
    const { joining, events } = join();
    const refused = await joining;
    expect('failure' in refused && refused.failure).toContain('semaforo/#');
    expect(events).toEqual([]);
  });

  test('a broker that does not say when nobody listens leaves open whether anybody does', async () => {
    broker = await startRawBroker({ reportsNoSubscribers: false });
    const { connection } = await joined();
    expect(await connection.publish(COMMAND, WANTED)).toBe('listener-unknown');
  });

  test('somebody who subscribes to everything, or ends that, is noticed on a connection that is open', async () => {
    broker = await startRawBroker();
    const { connection } = await joined();
    broker.onPublish(({ messageId }) => broker.send(puback(messageId)));
    const comesOut = (outcome: string) =>
      until(`a command is ${outcome}`, async () => (await connection.publish(COMMAND, WANTED)) === outcome);
    await comesOut('acknowledged');
    broker.reportNoSubscribers(false);
    await comesOut('listener-unknown');
    broker.reportNoSubscribers(true);
    await comesOut('acknowledged');
  });

  test('a marker that comes back late is followed by another: what comes behind it may be old', async () => {
    broker = await startRawBroker();
    const markers: RawPublish[] = [];
    broker.onPublish((published) => {
      markers.push(published);
      broker.send(puback(published.messageId));
    });
    const { joining, events } = join();
    await until('the marker was published', () => markers.length === 1);
    await delay(MARKER_LATE_MS);
    const [first] = markers as [RawPublish];
    broker.send(publish({ ...first, messageId: 20 }), report(21, 'behind it'));
    await until('another one was published', () => markers.length === 2);
    const [, second] = markers as [RawPublish, RawPublish];
    broker.send(publish({ ...second, messageId: 22 }), report(23, 'now'));
    await joining;
    await until('all was heard', () => events.includes('heard now'));
    expect(events).toEqual(['heard behind it', 'opened', 'heard now']);
  });

  test('what waited unread while this process stood still is not heard as said now, nor acknowledged', async () => {
    broker = await startRawBroker();
    const { events } = await joined();
    broker.send(report(20, 'before'));
    await until('it is heard', () => events.includes('heard before'));
    broker.send(report(21, 'old'), report(22, 'older than allowed'));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STOOD_STILL_MS);
    await until('the link is given up', () => events.some((event) => event.startsWith('closed')));
    expect(events).toEqual([
      'opened',
      'heard before',
      'closed: Il server è rimasto indietro con i messaggi del broker',
    ]);
    expect(broker.acknowledged).not.toContain(21);
  });

  test.skipIf(!hasOpenssl)(
    'a broker with TLS that does not send the marker back is left as any other',
    async () => {
      broker = await startRawBroker();
      broker.onPublish(({ messageId }) => broker.send(puback(messageId, 0x87)));
      const authority = createAuthority();
      const { file, keyFile } = authority.issue('localhost');
      const relay = createTlsServer({ cert: readFileSync(file), key: readFileSync(keyFile) }, (client) => {
        const far = connectTcp(broker.port, '127.0.0.1');
        for (const socket of [client, far]) socket.on('error', () => {});
        client.pipe(far).pipe(client);
      });
      await new Promise<void>((resolve) => relay.listen(0, resolve));
      const { port } = relay.address() as AddressInfo;
      const refused = await openMqttConnection({
        mqtt: {
          ...mqttOptions(
            { host: 'localhost', port, username: '', password: '', tls: true },
            { version: 5, clientId: 'semaforo-test', keepsSession: false },
          ),
          ca: readFileSync(authority.file),
        },
        markerTopic: 'semaforo/semaforo-test/marker',
        listener: { message: () => undefined, opened: () => {}, closed: () => {} },
        clock: systemClock,
      });
      expect('failure' in refused && refused.failure).toContain('semaforo/#');
      await new Promise<void>((resolve) => relay.close(() => resolve()));
      authority.remove();
    },
  );

  test('a broker that leaves a command unacknowledged is left, though it answers everything else', async () => {
    broker = await startRawBroker();
    const { connection, events } = await joined();
    broker.onPublish(() => {});
    const beganAt = Date.now();
    expect(await connection.publish(COMMAND, WANTED)).toBe('unknown');
    expect(Date.now() - beganAt).toBeLessThan(8000);
    await until('the closing was told', () => events.includes('closed: Il broker non risponde'));
  });
});
