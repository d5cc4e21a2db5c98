import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NOW } from '../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import type { OpenDatabase } from './engine.ts';
import { createLease, type Lease } from './lease.ts';

describe.each(testEngines())('on %s', (engine) => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(() => database.close());

  const leaseOf = (holder: string) => createLease(database.db, 'telegram', holder);

  test('one server holds a lease until it expires or is released', async () => {
    const [one, other] = [leaseOf('one'), leaseOf('other')];
    const hold = (lease: Lease, now: number) => lease.hold({ now, until: now + 100, working: false });
    const first = await Promise.all([hold(one, NOW), hold(other, NOW)]);
    expect(first.filter(Boolean)).toHaveLength(1);
    const [holder, waiter] = first[0] ? [one, other] : [other, one];
    expect([await hold(holder, NOW + 99), await hold(waiter, NOW + 198)]).toEqual([true, false]);
    expect(await hold(waiter, NOW + 199)).toBe(true);
    await holder.release();
    expect(await hold(holder, NOW + 200)).toBe(false);
    await waiter.release();
    expect(await hold(holder, NOW + 200)).toBe(true);
  });

  test('leases of different names have different holders', async () => {
    const lease = { now: NOW, until: NOW + 100, working: true };
    expect(await leaseOf('one').hold(lease)).toBe(true);
    expect(await createLease(database.db, 'notices', 'other').hold(lease)).toBe(true);
  });

  test('a lease shows the other servers whether polling succeeds, until it expires', async () => {
    const lease = leaseOf('one');
    expect(await lease.isWorking(NOW)).toBe(false);
    await lease.hold({ now: NOW, until: NOW + 100, working: true });
    expect([await lease.isWorking(NOW), await lease.isWorking(NOW + 100)]).toEqual([true, false]);
  });
});
