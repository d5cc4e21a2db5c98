import { until } from '@semaforo/testing/until';
import { expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { createCounters } from '../platform/counters.ts';
import { createBus } from './bus.ts';
import type { PageEvent } from './page-event.ts';
import type { Wire, WireListener } from './wire.port.ts';

const GROUPS_CHANGED: PageEvent = { to: { kind: 'all' }, event: 'groups_changed', payload: [] };

/** Wires that all hear what any of them sends, even its own sender. */
function createParty() {
  const listeners: WireListener[] = [];
  const join = (): Wire => ({
    start: (listener) => {
      listeners.push(listener);
      listener.joined();
      return Promise.resolve();
    },
    send: (name, text) => {
      for (const { heard } of listeners) heard(name, text);
    },
    arrived: () => Promise.resolve(true),
    stop: () => Promise.resolve(),
  });
  return { join, listeners };
}

async function startBus(wire: Wire) {
  const logger = createTestLogger();
  const counters = createCounters();
  const bus = createBus({ wire, counters, logger });
  const heard: unknown[] = [];
  const changes: boolean[] = [];
  bus.hear('page', (event) => heard.push(event));
  let readings = 0;
  bus.hear('read_again', () => {
    readings += 1;
  });
  bus.onChange((isIsolated) => changes.push(isIsolated));
  await bus.start();
  const odd = async () =>
    (await counters.oddBusMessages.get()).values.map(({ value, labels }) => [labels.reason, value]);
  return { bus, heard, readings: () => readings, changes, odd, log: logger.entries };
}

test('the others hear what one tells, and it does not hear itself', async () => {
  const party = createParty();
  const [one, two] = [await startBus(party.join()), await startBus(party.join())];
  one.bus.tell('page', GROUPS_CHANGED);
  expect([one.heard, two.heard]).toEqual([[], [GROUPS_CHANGED]]);
});

test('what is odd changes nothing, is counted, and logged once', async () => {
  const party = createParty();
  const { heard, odd, log } = await startBus(party.join());
  const say = (name: string, text: string) => party.listeners[0]?.heard(name, text);
  const from = 'somebody';
  say('of-a-newer-version', '{}');
  for (const text of [
    '',
    '{',
    'null',
    JSON.stringify({ from, payload: { ...GROUPS_CHANGED, event: 'clock' } }),
    JSON.stringify({ from, payload: { ...GROUPS_CHANGED, more: 1 } }),
    JSON.stringify({ from, payload: { ...GROUPS_CHANGED, payload: ['too much'] } }),
    JSON.stringify({ payload: GROUPS_CHANGED }),
  ])
    say('page', text);
  expect(heard).toEqual([]);
  expect(await odd()).toEqual([
    ['unknown', 1],
    ['unreadable', 7],
  ]);
  expect(log).toHaveLength(2);
  say('page', JSON.stringify({ from, payload: GROUPS_CHANGED }));
  expect(heard).toEqual([GROUPS_CHANGED]);
});

test('a message that the wire cannot take is counted, and no failure of who tells', async () => {
  const party = createParty();
  const wire = party.join();
  const { bus, odd } = await startBus({
    ...wire,
    send: () => {
      throw new Error('too long');
    },
  });
  bus.tell('page', GROUPS_CHANGED);
  expect(await odd()).toEqual([['not-sent', 1]]);
});

test('while the wire is cut nothing is told, and each change is announced', async () => {
  const party = createParty();
  const [one, two] = [await startBus(party.join()), await startBus(party.join())];
  party.listeners[0]?.cut('unplugged');
  expect(one.bus.isIsolated()).toBe(true);
  one.bus.tell('page', GROUPS_CHANGED);
  expect(two.heard).toEqual([]);
  party.listeners[0]?.joined();
  one.bus.tell('page', GROUPS_CHANGED);
  expect(two.heard).toHaveLength(1);
  expect(one.changes).toEqual([false, true, false]);
});

test('what was told while cut off, or shortly before and never arrived, has the others read again', async () => {
  const party = createParty();
  let hasArrived = false;
  let asked = 0;
  const arrived = () => {
    asked += 1;
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
  one.bus.tell('page', GROUPS_CHANGED);
  expect(rejoin()).toBe(1);

  hasArrived = true;
  const before = asked;
  await until('it has asked whether all arrived', () => asked > before);
  expect(rejoin()).toBe(1);

  party.listeners[0]?.cut('unplugged');
  one.bus.tell('page', GROUPS_CHANGED);
  party.listeners[0]?.joined();
  expect(two.readings()).toBe(2);
});
