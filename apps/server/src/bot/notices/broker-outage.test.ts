import { afterEach, expect, test } from 'vitest';
import { createTestLogger } from '../../../test/test-logger.ts';
import { until } from '../../../test/until.ts';
import type { Notice } from '../outbox/outbox.port.ts';
import { type BrokerState, createBrokerOutage } from './broker-outage.ts';

const OUTAGE_AFTER_MS = 50;
const HOURS_MS = 125 * 60_000;

/** What outlives a process. */
type Kept = { told?: number | undefined; stored: Notice[] };

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A process that watches the broker. */
function outage({ kept = { stored: [] }, failures = 0 }: { kept?: Kept; failures?: number } = {}) {
  let state: BrokerState = { connected: true, since: 0, reason: null };
  let leads = true;
  let looks = 0;
  let failuresLeft = failures;
  const watch = createBrokerOutage({
    brokerState: () => state,
    notifiedErrors: { findOutage: () => Promise.resolve(kept.told) },
    linkedChats: {
      all: () => Promise.resolve([{ chatId: '7', userId: 1, role: 'user' as const }]),
    },
    outbox: {
      put: (notices, told) => {
        failuresLeft -= 1;
        if (failuresLeft >= 0) return Promise.reject(new Error('the database is away'));
        kept.stored.push(...notices);
        kept.told = told?.outage ?? undefined;
        return Promise.resolve();
      },
    },
    isLeader: () => {
      looks += 1;
      return leads;
    },
    clock: { now: () => Date.now() },
    logger: createTestLogger(),
    outageAfterMs: OUTAGE_AFTER_MS,
  });
  stops.push(watch.stop);
  const become = (next: BrokerState) => {
    state = next;
    watch.note(next);
  };
  return {
    kept,
    keys: () => kept.stored.map(({ key }) => key),
    goAway: (since: number) => become({ connected: false, since, reason: 'Connessione rifiutata' }),
    comeBack: (since: number) => become({ connected: true, since, reason: null }),
    looks: () => looks,
    stopLeading: () => {
      leads = false;
    },
    becomeLeader: () => {
      leads = true;
      watch.onElected();
    },
    crash: watch.stop,
  };
}

test('a broker that is back in time is not worth a message; one that stays away is told once, and its return once', async () => {
  const { keys, goAway, comeBack, kept } = outage();
  const now = Date.now();
  goAway(now);
  comeBack(now + 1);
  goAway(now + 2);
  await until('the outage is told', () => keys().length === 1);
  expect(keys()).toEqual([`outage:${now + 2}`]);
  expect(kept.stored[0]?.text).toContain('(Connessione rifiutata)');
  comeBack(now + 2 + HOURS_MS);
  await until('the return is told', () => keys().length === 2);
  expect(keys()[1]).toBe(`outage-end:${now + 2}`);
  expect(kept.stored[1]?.text).toContain('dopo 2 h 5 min');
});

test('an outage that began long ago is told at once', async () => {
  const { keys, goAway } = outage();
  goAway(1000);
  await until('it is told', () => keys().length === 1);
});

test('what the database did not take is told once it does', async () => {
  const { keys, goAway } = outage({ failures: 2 });
  goAway(1000);
  await until('it is told', () => keys().length === 1);
});

test('a server that is not in charge tells nothing, until it is: then the outage, with its true start, and the return', async () => {
  const { keys, goAway, comeBack, stopLeading, becomeLeader, looks } = outage();
  stopLeading();
  goAway(1000);
  await until('it would have told', () => looks() > 0);
  expect(keys()).toEqual([]);
  becomeLeader();
  await until('it tells', () => keys().length === 1);
  comeBack(Date.now());
  await until('it tells the return', () => keys().length === 2);
  expect(keys()).toEqual(['outage:1000', 'outage-end:1000']);
});

test('a restart during an outage that was told tells it no second time, and its return with its true start', async () => {
  const now = Date.now();
  const former = outage();
  former.goAway(now - HOURS_MS);
  await until('it is told', () => former.keys().length === 1);
  await former.crash();

  const { goAway, comeBack, keys, looks, kept } = outage({ kept: former.kept });
  goAway(now);
  await until('it would have told it again', () => looks() > 0);
  comeBack(now);
  await until('the return is told', () => keys().length > 1);
  expect(keys()).toEqual([`outage:${now - HOURS_MS}`, `outage-end:${now - HOURS_MS}`]);
  expect(kept.stored[1]?.text).toContain('dopo 2 h 5 min');
});

test('a broker that came back while nobody was there to tell is told to be back by who takes the duty', async () => {
  const kept: Kept = { told: Date.now() - HOURS_MS, stored: [] };
  const { becomeLeader, comeBack, stopLeading, keys } = outage({ kept });
  stopLeading();
  comeBack(1000);
  becomeLeader();
  await until('the return is told', () => keys().length === 1);
  expect(kept.stored[0]?.text).toContain('dopo 2 h 5 min');
});
