import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NOW } from '../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { createLease } from '../database/lease.ts';
import { createLeader } from './leader.ts';

describe.each(testEngines())('on %s', (engine) => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(() => database.close());

  test('one of two servers is the leader, and the other follows when it stops or its lease expires', async () => {
    let now = NOW;
    const leaderOn = (server: string) =>
      createLeader({
        lease: createLease(database.db, 'notices', server),
        clock: { now: () => now },
        logger: createTestLogger(),
      });
    const first = leaderOn('uno');
    const second = leaderOn('due');
    await first.start(() => {});
    await second.start(() => {});
    expect([first.isLeader(), second.isLeader()]).toEqual([true, false]);

    // A server that crashed and starts again is the leader at once.
    const again = leaderOn('uno');
    await again.start(() => {});
    expect(again.isLeader()).toBe(true);

    // The first server is gone; the second is elected when the lease has expired.
    now += 31_000;
    await second.start(() => {});
    expect(second.isLeader()).toBe(true);
    await again.start(() => {});
    expect(again.isLeader()).toBe(false);

    await second.stop();
    await again.start(() => {});
    expect(again.isLeader()).toBe(true);
    await Promise.all([first.stop(), again.stop()]);
  });
});
