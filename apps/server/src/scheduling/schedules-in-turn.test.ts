import { insertSchedules, insertUser } from '@semaforo/testing/rows';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NOW, SERVER_ID } from '../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { createDueSchedulesRepository, type DueSchedulesRepository } from './due-schedules.repository.ts';
import type { DueRange } from './list-due-in-turn.ts';

const LEASE_MS = 30_000;
const AT_MOST = 50;

describe.each(testEngines())('schedules of several authors on %s', (engine) => {
  let database: OpenDatabase;
  let due: DueSchedulesRepository;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    due = createDueSchedulesRepository(database.db, engine, SERVER_ID);
  });
  afterEach(() => database.close());

  const plan = async (username: string, times: readonly number[]) => {
    const authorId = await insertUser(database.db, username);
    await insertSchedules(
      database.db,
      times.map((executeAt) => ({ authorId, username, color: 'rosso', executeAt })),
    );
  };
  const claim = (order: DueRange['order']) =>
    due.claimDue({ until: NOW, order, atMost: AT_MOST }, { now: NOW, leaseMs: LEASE_MS });
  const authorsOf = (claims: readonly { username: string }[]) => {
    const counts: Record<string, number> = {};
    for (const { username } of claims) counts[username] = (counts[username] ?? 0) + 1;
    return counts;
  };
  const spread = (count: number) => Array.from({ length: count }, (_, index) => NOW - count + index);

  test.each(['earliest-first', 'latest-first'] as const)(
    'are claimed in turn, %s, however many one of them has',
    async (order) => {
      await plan('mario', spread(1019));
      await plan('vera', [NOW, NOW - 500]);
      expect(authorsOf(await claim(order))).toEqual({ mario: 48, vera: 2 });
      expect(authorsOf(await claim(order))).toEqual({ mario: 50 });
      await plan('rita', [NOW - 900]);
      expect(authorsOf(await claim(order))).toEqual({ mario: 49, rita: 1 });
    },
  );

  test('are claimed one of each author, when there are more authors than a claim takes', async () => {
    const authors = Array.from({ length: 60 }, (_, index) => `comune${index}`);
    for (const author of authors) await plan(author, spread(20));
    for (let round = 1; round <= 2; round += 1) {
      const claimed = authorsOf(await claim('earliest-first'));
      expect(Object.keys(claimed)).toHaveLength(60);
      expect(new Set(Object.values(claimed))).toEqual(new Set([1]));
    }
  });

  test('that their author outdoes by a later one of the same instant come after all others', async () => {
    await plan(
      'mario',
      Array.from({ length: 200 }, () => NOW),
    );
    await plan('vera', spread(80));
    const first = await claim('earliest-first');
    expect(authorsOf(first)).toEqual({ mario: 1, vera: 49 });
    expect(first.filter(({ isOutdone }) => isOutdone)).toEqual([]);
    const second = await claim('earliest-first');
    expect(authorsOf(second.filter(({ isOutdone }) => !isOutdone))).toEqual({ mario: 1, vera: 31 });
  });
});
