import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import { RETRY_BOUNDS, retryDelayMs } from '../platform/retry-delay.ts';
import type { IncomingMessage, LinkStatus } from './broker-link.port.ts';
import { createBrokerLink } from './broker-link.ts';
import type { BrokerAccess, ConnectionListener, MqttConnection } from './mqtt-connection.port.ts';

const HOME: BrokerAccess = { host: 'home', port: 1883, username: '', password: '', tls: false };
const AWAY: BrokerAccess = { ...HOME, host: 'away' };
const message: IncomingMessage = { topic: '/3/val/s1/out1', payload: Buffer.from('1'), retained: true };

/** The link on brokers that the test plays: it says which of them answer. */
function createStage() {
  const logger = createTestLogger();
  const statuses = createEventChannel<LinkStatus>({ name: 'statuses', logger });
  const events: string[] = [];
  const received = ({ topic }: IncomingMessage) => {
    events.push(topic);
    return undefined;
  };
  statuses.subscribe(({ connected }) => events.push(connected ? 'connected' : 'lost'));
  const down = new Set<string>();
  const tries: string[] = [];
  const open: { host: string; listener: ConnectionListener; closed: boolean }[] = [];
  const link = createBrokerLink({
    connectToBroker: ({ host }, listener) => {
      tries.push(host);
      if (down.has(host)) return Promise.resolve({ failure: 'Nessun broker in ascolto' });
      const played = { host, listener, closed: false };
      open.push(played);
      const connection: MqttConnection = {
        publish: () => Promise.resolve('acknowledged'),
        announce: () => Promise.resolve('acknowledged'),
        probe: () => undefined,
        close: () => {
          played.closed = true;
          listener.closed('closed');
        },
      };
      void listener.message(message);
      listener.opened(connection);
      return Promise.resolve({ connection });
    },
    tryBroker: ({ host }) => Promise.resolve(down.has(host) ? 'Nessun broker in ascolto' : null),
    statuses,
    clock: { now: () => Date.now() },
    logger,
    reconnectBounds: RETRY_BOUNDS,
  });
  return { link, received, events, tries, down, open, log: logger.entries };
}

describe('the link to the broker', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('the link passes on what the broker kept before it reports that it is connected', async () => {
    const { link, received, events } = createStage();
    await link.start(HOME, received);
    expect(events).toEqual([message.topic, 'connected']);
    expect(link.status()).toMatchObject({ connected: true, reason: null });
  });

  test('the link says so when there is no broker to join', async () => {
    const { link, received, tries } = createStage();
    await link.start(undefined, received);
    expect(tries).toEqual([]);
    expect(link.status()).toMatchObject({ connected: false, reason: 'Nessun broker configurato' });
  });

  test('the link retries with growing pauses while no broker answers, and logs it once', async () => {
    const { link, received, tries, down, log, events } = createStage();
    down.add('home');
    await link.start(HOME, received);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tries.length).toBeGreaterThan(3);
    expect(tries.length).toBeLessThan(40);
    expect(log).toEqual(['broker not reached']);
    expect(link.status()).toMatchObject({ connected: false, reason: 'Nessun broker in ascolto' });
    down.clear();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(events).toContain('connected');
  });

  test.each([
    '/3/val/s1/config',
    '/3/val/s1/out1',
    '3/val/s1/out1',
    'semaforo/x/config',
    '$SYS/config',
    'a/+/config',
  ])('the link announces nothing on %s', async (topic) => {
    const { link, received } = createStage();
    await link.start(HOME, received);
    expect(await link.announce({ topic, payload: '1' })).toBe('rejected');
    expect(await link.announce({ topic: 'ha/device/x_1/config', payload: '1' })).toBe('acknowledged');
  });

  test('a publish without a connection is withheld and never sent later', async () => {
    const { link, received, down, open } = createStage();
    await link.start(HOME, received);
    down.add('home');
    open[0]?.listener.closed('Il broker non risponde');
    expect(link.status()).toMatchObject({ connected: false, reason: 'Il broker non risponde' });
    const isStillWanted = vi.fn(() => true);
    const message = { topic: '/3/val/s1/out1/set', payload: '1' };
    expect(await link.publish(message, { isStillWanted })).toBe('withheld');
    expect(isStillWanted).not.toHaveBeenCalled();
  });

  test('the link moves to another broker that answers, without a gap', async () => {
    const { link, received, events, open } = createStage();
    await link.start(HOME, received);
    expect(await link.switchTo(AWAY)).toBeNull();
    expect(open.map(({ host, closed }) => [host, closed])).toEqual([
      ['home', true],
      ['away', false],
    ]);
    expect(events.filter((event) => event === 'lost')).toEqual([]);
    // What the former broker told is only the last known: everyone hears that this is another connection.
    expect(events.filter((event) => event === 'connected')).toHaveLength(2);
  });

  test('the link stays on its broker when the other one does not answer', async () => {
    const { link, received, down, open } = createStage();
    await link.start(HOME, received);
    down.add('away');
    expect(await link.switchTo(AWAY)).toBe('Nessun broker in ascolto');
    expect(open).toMatchObject([{ host: 'home', closed: false }]);
    expect(link.status().connected).toBe(true);
  });

  test('a connection that another log-in to the same broker ended is not made again', async () => {
    const { link, received, tries, open } = createStage();
    await link.start(HOME, received);
    const moving = link.switchTo({ ...HOME, username: 'other' });
    // The broker takes the new connection for the former one come back.
    open[0]?.listener.closed('taken over');
    expect(await moving).toBeNull();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(tries).toEqual(['home', 'home']);
    expect(link.status()).toMatchObject({ connected: true, reason: null });
  });

  test('a message that cannot be stored is logged, and the link lives on', async () => {
    const { link, open, log } = createStage();
    await link.start(HOME, () => Promise.reject(new Error('disk full')));
    await expect(open[0]?.listener.message(message)).rejects.toThrow('disk full');
    expect(log).toContain('a message could not be handled');
    expect(link.status().connected).toBe(true);
  });

  test('a stopped link does not reconnect', async () => {
    const { link, received, tries } = createStage();
    await link.start(HOME, received);
    link.stop();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(tries).toEqual(['home']);
  });
});

test.each([
  [0, 0, 1000],
  [0, 0.99, 1000],
  [1, 0, 1000],
  [1, 0.5, 1500],
  [5, 1, 30_000],
  [500, 1, 30_000],
  [500, 0, 1000],
])('the pause after %i failures with the random number %d is %i ms', (failures, random, expected) => {
  expect(retryDelayMs(failures, random, RETRY_BOUNDS)).toBe(expected);
});
