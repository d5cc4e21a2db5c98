import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import { compileOnce, compileOnceForRows } from './compile-once.ts';
import type { OpenDatabase } from './engine.ts';

type Lease = { name: string; holder: string; working: number; leased_until: number };

describe.each(testEngines())('a statement that is put together once, on %s', (engine) => {
  const databases: OpenDatabase[] = [];
  let database: OpenDatabase;
  const open = async () => {
    const opened = await createTestDatabase(engine);
    databases.push(opened);
    return opened;
  };
  beforeEach(async () => {
    database = await open();
  });
  afterEach(async () => {
    for (const opened of databases.splice(0)) await opened.close();
  });

  let built = 0;
  const insert = compileOnceForRows((db, rows: readonly Lease[]) => {
    built += 1;
    return db.insertInto('bot_lease').values(rows).returning('holder');
  });
  const find = compileOnce((db, { since }: { since: number }) =>
    db.selectFrom('bot_lease').select('name').where('leased_until', '>=', since).where('working', '=', 1),
  );
  const row = (name: string, until: number) => ({
    name,
    holder: `of ${name}`,
    working: 1,
    leased_until: until,
  });

  test('has the values of each call, in the database and in its transactions', async () => {
    built = 0;
    expect(await insert(database.db, [row('a', 1)])).toEqual([{ holder: 'of a' }]);
    await database.db.transaction().execute((transaction) => insert(transaction, [row('b', 2)]));
    expect(built).toBe(1);
    expect(await find(database.db, { since: 2 })).toEqual([{ name: 'b' }]);
    expect(await find(database.db, { since: 3 })).toEqual([]);
  });

  test('takes any number of rows, and returns what they return in their order', async () => {
    const rows = Array.from({ length: 150 }, (_one, index) => row(`r${index}`, index));
    expect(await insert(database.db, rows)).toEqual(rows.map(({ holder }) => ({ holder })));
    built = 0;
    const others = Array.from({ length: 73 }, (_one, index) => row(`s${index}`, index));
    expect(await insert(database.db, others)).toEqual(others.map(({ holder }) => ({ holder })));
    // PostgreSQL has each number of rows in one statement, and SQLite has three that are known by now.
    expect(built).toBe(engine === 'postgres' ? 1 : 0);
    expect(await find(database.db, { since: 72 })).toHaveLength(150 - 72 + 1);
  });

  test('is built anew for another database', async () => {
    await insert(database.db, [row('a', 1)]);
    built = 0;
    const other = await open();
    expect(await insert(other.db, [row('d', 4)])).toEqual([{ holder: 'of d' }]);
    expect(built).toBe(1);
    expect(await find(other.db, { since: 0 })).toEqual([{ name: 'd' }]);
  });
});
