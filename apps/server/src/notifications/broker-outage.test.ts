import { until } from '@semaforo/testing/until';
import { afterEach, expect, test } from 'vitest';
import { readNews } from '../../test/read-news.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import { type BrokerState, createBrokerOutage } from './broker-outage.ts';

const OUTAGE_AFTER_MS = 50;
const HOURS_MS = 125 * 60_000;

type Notice = ReturnType<typeof readNews>[number];

const CHATS = [{ chatId: '7', userId: 1, role: 'user' as const }];

/** What the database keeps when a process ends. */
type Kept = { notifiedSince?: number | undefined; stored: Notice[] };

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A server that watches the broker. */
function outage({ kept = { stored: [] }, failures = 0 }: { kept?: Kept; failures?: number } = {}) {
  let state: BrokerState = { connected: true, since: 0, reason: null };
  let leads = true;
  let checks = 0;
  let failuresLeft = failures;
  const watch = createBrokerOutage({
    brokerState: () => state,
    notified: { findOutage: () => Promise.resolve(kept.notifiedSince) },
    announce: (news, notified) => {
      failuresLeft -= 1;
      if (failuresLeft >= 0) return Promise.reject(new Error('no database'));
      kept.stored.push(...readNews(news, CHATS));
      kept.notifiedSince = notified.outage ?? undefined;
      return Promise.resolve();
    },
    isLeader: () => {
      checks += 1;
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
    checks: () => checks,
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

test('a long outage is notified once and its end once; a short one is not notified', async () => {
  const { keys, goAway, comeBack, kept } = outage();
  const now = Date.now();
  goAway(now);
  comeBack(now + 1);
  goAway(now + 2);
  await until('the outage is notified', () => keys().length === 1);
  expect(keys()).toEqual([`outage:${now + 2}`]);
  expect(kept.stored[0]?.text).toContain('(Connessione rifiutata)');
  comeBack(now + 2 + HOURS_MS);
  await until('the end is notified', () => keys().length === 2);
  expect(keys()[1]).toBe(`outage-end:${now + 2}`);
  expect(kept.stored[1]?.text).toContain('dopo 2 h 5 min');
});

test('an outage that began long ago is notified at once', async () => {
  const { keys, goAway } = outage();
  goAway(1000);
  await until('it is notified', () => keys().length === 1);
});

test('a notice that the database did not store is stored later', async () => {
  const { keys, goAway } = outage({ failures: 2 });
  goAway(1000);
  await until('it is notified', () => keys().length === 1);
});

test('a server that becomes the leader notifies the outage with its true start, and then its end', async () => {
  const { keys, goAway, comeBack, stopLeading, becomeLeader, checks } = outage();
  stopLeading();
  goAway(1000);
  await until('it has checked', () => checks() > 0);
  expect(keys()).toEqual([]);
  becomeLeader();
  await until('the outage is notified', () => keys().length === 1);
  comeBack(Date.now());
  await until('the end is notified', () => keys().length === 2);
  expect(keys()).toEqual(['outage:1000', 'outage-end:1000']);
});

test('after a restart, a notified outage is not repeated, and its end counts from its true start', async () => {
  const now = Date.now();
  const former = outage();
  former.goAway(now - HOURS_MS);
  await until('it is notified', () => former.keys().length === 1);
  await former.crash();

  const { goAway, comeBack, keys, checks, kept } = outage({ kept: former.kept });
  goAway(now);
  await until('it has checked', () => checks() > 0);
  comeBack(now);
  await until('the end is notified', () => keys().length > 1);
  expect(keys()).toEqual([`outage:${now - HOURS_MS}`, `outage-end:${now - HOURS_MS}`]);
  expect(kept.stored[1]?.text).toContain('dopo 2 h 5 min');
});

test('a new leader notifies the end of an outage that ended while no server was the leader', async () => {
  const kept: Kept = { notifiedSince: Date.now() - HOURS_MS, stored: [] };
  const { becomeLeader, comeBack, stopLeading, keys } = outage({ kept });
  stopLeading();
  comeBack(1000);
  becomeLeader();
  await until('the end is notified', () => keys().length === 1);
  expect(kept.stored[0]?.text).toContain('dopo 2 h 5 min');
});
