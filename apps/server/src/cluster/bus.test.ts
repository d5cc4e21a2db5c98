import { until } from '@semaforo/testing/until';
import { expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { createCounters } from '../platform/counters.ts';
import { createBus } from './bus.ts';
import type { PageEvent } from './page-event.ts';
import { createSignedMessages } from './signed-messages.ts';
import type { Transport, TransportListener } from './transport.port.ts';

const GROUPS_CHANGED: PageEvent = { to: { kind: 'all' }, event: 'groups_changed', payload: [] };

/** Transports of which each receives what any of them sends, even its own sender. */
function createParty() {
  const listeners: TransportListener[] = [];
  const join = (): Transport => ({
    start: (listener) => {
      listeners.push(listener);
      listener.joined();
      return Promise.resolve();
    },
    send: (name, text) => {
      for (const { received } of listeners) received(name, text);
    },
    arrived: () => Promise.resolve(true),
    stop: () => Promise.resolve(),
  });
  return { join, listeners };
}

const KEY = new Uint8Array(32).fill(1);

let now = Date.UTC(2026, 10, 24, 12);
const clock = { now: () => now };

async function startBus(transport: Transport, key = KEY) {
  const logger = createTestLogger();
  const counters = createCounters();
  const bus = createBus({ transport, key, clock, counters, logger });
  const received: unknown[] = [];
  const changes: boolean[] = [];
  bus.subscribe('page', (event) => received.push(event));
  let readings = 0;
  bus.subscribe('read_again', () => {
    readings += 1;
  });
  bus.onChange((isIsolated) => changes.push(isIsolated));
  await bus.start();
  const odd = async () =>
    (await counters.oddBusMessages.get()).values.map(({ value, labels }) => [labels.reason, value]);
  return { bus, received, readings: () => readings, changes, odd, log: logger.entries };
}

test('a message reaches the other servers, not its sender', async () => {
  const party = createParty();
  const [one, two] = [await startBus(party.join()), await startBus(party.join())];
  one.bus.publish('page', GROUPS_CHANGED);
  expect([one.received, two.received]).toEqual([[], [GROUPS_CHANGED]]);
});

test('what is odd changes nothing, is counted, and logged once', async () => {
  const party = createParty();
  const { received, odd, log } = await startBus(party.join());
  const { write } = createSignedMessages({ key: KEY, self: 'somebody', clock });
  const report = (name: string, text: string) => party.listeners[0]?.received(name, text);
  report('of-a-newer-version', '{}');
  for (const payload of [
    null,
    { ...GROUPS_CHANGED, event: 'clock' },
    { ...GROUPS_CHANGED, more: 1 },
    { ...GROUPS_CHANGED, payload: ['too much'] },
  ])
    report('page', write('page', payload));
  expect(received).toEqual([]);
  expect(await odd()).toEqual([
    ['unknown', 1],
    ['unreadable', 4],
  ]);
  expect(log).toHaveLength(2);
  report('page', write('page', GROUPS_CHANGED));
  expect(received).toEqual([GROUPS_CHANGED]);
});

test('what nobody with the key has signed is dropped, counted and warned of once', async () => {
  const party = createParty();
  const { received, odd, log } = await startBus(party.join());
  const outsider = await startBus(party.join(), new Uint8Array(32).fill(2));
  const report = (name: string, text: string) => party.listeners[0]?.received(name, text);
  const { write } = createSignedMessages({ key: KEY, self: 'somebody', clock });
  const body = JSON.stringify({ from: 'somebody', number: 1, at: now, payload: GROUPS_CHANGED });
  for (const text of ['', '{', body, `.${body}`]) report('page', text);
  for (const text of [
    `${'A'.repeat(43)}.${body}`,
    write('user', GROUPS_CHANGED),
    write('page', GROUPS_CHANGED).replace('all', 'any'),
  ])
    report('page', text);
  outsider.bus.publish('page', GROUPS_CHANGED);
  expect(received).toEqual([]);
  expect(await odd()).toEqual([
    ['unsigned', 4],
    ['forged', 4],
  ]);
  expect(log).toHaveLength(2);
});

test('a recorded message counts neither twice nor a minute later, at a server that is new either', async () => {
  const party = createParty();
  const one = await startBus(party.join());
  const two = await startBus(party.join());
  const recorded: string[] = [];
  party.listeners.push({
    received: (_name, text) => recorded.push(text),
    joined: () => undefined,
    cut: () => undefined,
  });
  one.bus.publish('page', GROUPS_CHANGED);
  one.bus.publish('page', GROUPS_CHANGED);
  const replay = () => {
    // Not what is heard meanwhile: whoever records it hears it, too.
    const [, ...others] = party.listeners;
    for (const text of recorded.splice(0, 2)) for (const { received } of others) received('page', text);
  };
  replay();
  expect(two.received).toHaveLength(2);
  expect(await two.odd()).toEqual([['repeated', 2]]);
  now += 61_000;
  const late = await startBus(party.join());
  replay();
  expect([two.received, late.received].map(({ length }) => length)).toEqual([2, 0]);
  expect(await late.odd()).toEqual([['old', 2]]);
});

test('what is no part of a message leaves no server', async () => {
  const party = createParty();
  const sent: string[] = [];
  const { bus, odd } = await startBus({ ...party.join(), send: (_name, text) => sent.push(text) });
  const attempt = { outcome: 'failed' as const, username: 'comune', address: '::1', password: 'canarino' };
  bus.publish('log_in', attempt);
  expect(sent).toEqual([]);
  expect(await odd()).toEqual([['not-sent', 1]]);
});

test('a message that the transport cannot take is counted, and the sender goes on', async () => {
  const party = createParty();
  const transport = party.join();
  const { bus, odd } = await startBus({
    ...transport,
    send: () => {
      throw new Error('too long');
    },
  });
  bus.publish('page', GROUPS_CHANGED);
  expect(await odd()).toEqual([['not-sent', 1]]);
});

test('while the transport is cut nothing is told, and each change is announced', async () => {
  const party = createParty();
  const [one, two] = [await startBus(party.join()), await startBus(party.join())];
  party.listeners[0]?.cut('unplugged');
  expect(one.bus.isIsolated()).toBe(true);
  one.bus.publish('page', GROUPS_CHANGED);
  expect(two.received).toEqual([]);
  party.listeners[0]?.joined();
  one.bus.publish('page', GROUPS_CHANGED);
  expect(two.received).toHaveLength(1);
  expect(one.changes).toEqual([false, true, false]);
});

test('what was told while cut off, or shortly before and never arrived, has the others read again', async () => {
  const party = createParty();
  let hasArrived = false;
  let requested = 0;
  const arrived = () => {
    requested += 1;
    return Promise.resolve(hasArrived);
  };
  const one = await startBus({ ...party.join(), arrived });
  const two = await startBus(party.join());
  const rejoin = () => {
    party.listeners[0]?.cut('unplugged');
    party.listeners[0]?.joined();
    return two.readings();
  };
  expect(rejoin()).toBe(0);
  one.bus.publish('page', GROUPS_CHANGED);
  expect(rejoin()).toBe(1);

  hasArrived = true;
  const before = requested;
  await until('it has asked whether all arrived', () => requested > before);
  expect(rejoin()).toBe(1);

  party.listeners[0]?.cut('unplugged');
  one.bus.publish('page', GROUPS_CHANGED);
  party.listeners[0]?.joined();
  expect(two.readings()).toBe(2);
});
