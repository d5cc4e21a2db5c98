import { expect, test } from 'vitest';
import { until } from '../../test/until.ts';
import { type BrokerState, createBrokerOutage } from './broker-outage.ts';
import type { Notice } from './outbox.port.ts';

const OUTAGE_AFTER_MS = 50;

function outage({ isLeader = true } = {}) {
  const stored: Notice[] = [];
  let state: BrokerState = { connected: true, since: 0, reason: null };
  const watch = createBrokerOutage({
    brokerState: () => state,
    linkedChats: {
      all: () => Promise.resolve([{ chatId: '7', userId: 1, role: 'user' as const }]),
    },
    outbox: {
      put: (notices) => {
        stored.push(...notices);
        return Promise.resolve();
      },
    },
    isLeader: () => isLeader,
    attempt: (work) => void work(),
    clock: { now: () => Date.now() },
    outageAfterMs: OUTAGE_AFTER_MS,
  });
  const become = (next: BrokerState) => {
    state = next;
    watch.note(next);
  };
  return {
    keys: () => stored.map(({ key }) => key),
    goAway: (since: number) => become({ connected: false, since, reason: 'Connessione rifiutata' }),
    comeBack: (since: number) => become({ connected: true, since, reason: null }),
    stored,
    watch,
  };
}

test('a broker that is back in time is not worth a message; one that stays away is told once, and its return once', async () => {
  const { keys, goAway, comeBack, stored } = outage();
  const now = Date.now();
  goAway(now);
  comeBack(now + 1);
  goAway(now + 2);
  await until('the outage is told', () => keys().length === 1);
  expect(keys()).toEqual([`outage:${now + 2}`]);
  expect(stored[0]?.text).toContain('(Connessione rifiutata)');
  comeBack(now + 2 + 125 * 60_000);
  await until('the return is told', () => keys().length === 2);
  expect(keys()[1]).toBe(`outage-end:${now + 2}`);
  expect(stored[1]?.text).toContain('dopo 2 h 5 min');
});

test('an outage that began long ago is told at once', async () => {
  const { keys, goAway } = outage();
  goAway(1000);
  await until('it is told', () => keys().length === 1);
});

test('a server that is not in charge tells nothing', async () => {
  const silent = outage({ isLeader: false });
  const loud = outage();
  silent.goAway(Date.now());
  loud.goAway(Date.now());
  await until('the one in charge tells', () => loud.keys().length === 1);
  silent.comeBack(Date.now());
  expect(silent.keys()).toEqual([]);
});
