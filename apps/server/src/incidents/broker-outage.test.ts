import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NOW } from '../../test/acts.ts';
import { readNews } from '../../test/read-news.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { type BrokerState, createBrokerOutage } from './broker-outage.ts';

const MINUTE_MS = 60_000;
const HOURS_MS = 125 * MINUTE_MS;
const CHATS = [{ chatId: '7', userId: 1, role: 'user' as const }];

describe.each(testEngines())('on %s', (engine) => {
  let database: OpenDatabase;
  let stored: ReturnType<typeof readNews>;
  let now: number;
  const stops: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    stored = [];
    now = NOW;
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
    await database.close();
  });

  const keys = () => stored.map(({ key }) => key);
  /** A server that observes the broker. */
  const startServer = ({ failures = 0, leads = true } = {}) => {
    let state: BrokerState = { connected: true, since: 0, reason: null };
    let failuresLeft = failures;
    let isLeader = leads;
    let checks = 0;
    const outage = createBrokerOutage({
      db: database.db,
      enqueue: (news) => {
        failuresLeft -= 1;
        if (failuresLeft >= 0) return Promise.reject(new Error('no database'));
        stored.push(...readNews(news, CHATS));
        return Promise.resolve([]);
      },
      brokerState: () => state,
      isLeader: () => {
        checks += 1;
        return isLeader;
      },
      ...{ everyMs: 5, clock: { now: () => now }, logger: createTestLogger() },
    });
    outage.start();
    stops.push(outage.stop);
    return {
      goAway: (since: number) => {
        state = { connected: false, since, reason: 'Connessione rifiutata' };
      },
      comeBack: (since: number) => {
        state = { connected: true, since, reason: null };
      },
      lead: () => {
        isLeader = true;
      },
      stop: outage.stop,
      untilChecked: () => {
        const before = checks;
        // The second check that begins from now on proves that the first one is over.
        return until('it has checked', () => checks > before + 1);
      },
    };
  };

  test('a long outage is notified once and its end once; a short one is not notified', async () => {
    const { goAway, comeBack, untilChecked } = startServer();
    goAway(now);
    now += MINUTE_MS - 1;
    await untilChecked();
    comeBack(now);
    await untilChecked();
    expect(keys()).toEqual([]);
    const since = now + 1;
    goAway(since);
    now = since + MINUTE_MS;
    await until('the outage is notified', () => keys().length === 1);
    await untilChecked();
    comeBack(since + HOURS_MS);
    await until('the end is notified', () => keys().length > 1);
    await untilChecked();
    expect(keys()).toEqual([`outage:${since}`, `outage-end:${since}`]);
    expect(stored[0]?.text).toContain('(Connessione rifiutata)');
    expect(stored[1]?.text).toContain('dopo 2 h 5 min');
  });

  test('a notification that the database did not store is stored later', async () => {
    startServer({ failures: 2 }).goAway(now - MINUTE_MS);
    await until('it is notified', () => keys().length === 1);
  });

  test('a server that becomes the leader notifies the outage with its true start, and then its end', async () => {
    const { goAway, comeBack, lead, untilChecked } = startServer({ leads: false });
    goAway(1000);
    await untilChecked();
    expect(keys()).toEqual([]);
    lead();
    await until('the outage is notified', () => keys().length === 1);
    comeBack(now);
    await until('the end is notified', () => keys().length === 2);
    expect(keys()).toEqual(['outage:1000', 'outage-end:1000']);
  });

  test('after a restart, a notified outage is not repeated, and its end counts from its true start', async () => {
    const former = startServer();
    former.goAway(now - HOURS_MS);
    await until('it is notified', () => keys().length === 1);
    await former.stop();

    const { goAway, comeBack, untilChecked } = startServer();
    goAway(now);
    now += MINUTE_MS;
    await untilChecked();
    comeBack(now - MINUTE_MS);
    await until('the end is notified', () => keys().length > 1);
    expect(keys()).toEqual([`outage:${NOW - HOURS_MS}`, `outage-end:${NOW - HOURS_MS}`]);
    expect(stored[1]?.text).toContain('dopo 2 h 5 min');
  });

  test('a new leader that never lost the broker notifies the end of the outage as of now', async () => {
    await database.db
      .insertInto('bot_told_outage')
      .values({ since: now - HOURS_MS })
      .execute();
    startServer().comeBack(1000);
    await until('the end is notified', () => keys().length === 1);
    expect(stored[0]?.text).toContain('dopo 2 h 5 min');
  });
});
