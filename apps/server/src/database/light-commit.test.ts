import { insertUser } from '@semaforo/testing/rows';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import type { OpenDatabase } from './engine.ts';
import { lightCommit } from './light-commit.ts';

describe.each(testEngines())('a light commit on %s', (engine) => {
  let database: OpenDatabase;
  let userId: number;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    userId = await insertUser(database.db, 'valdombra');
  });
  afterEach(() => database.close());

  const isDurable = async () => {
    const pragma = engine === 'sqlite' ? sql`pragma synchronous` : sql`show synchronous_commit`;
    const [row] = (await pragma.execute(database.db)).rows as Record<string, unknown>[];
    return Object.values(row ?? {})[0];
  };

  test('is read by whoever comes next, and the commits after it wait for the disk again', async () => {
    const usual = await isDurable();
    await lightCommit(database, (db) =>
      db.insertInto('settings').values({ user_id: userId, key: 'nome', value: 'Valdombra' }).execute(),
    );
    const rows = await database.db.selectFrom('settings').select('value').execute();
    expect([rows, await isDurable()]).toEqual([[{ value: 'Valdombra' }], usual]);
  });

  test('leaves nothing behind when its work fails, not even its lightness', async () => {
    const usual = await isDurable();
    const failing = lightCommit(database, async (db) => {
      await db.insertInto('settings').values({ user_id: userId, key: 'nome', value: 'x' }).execute();
      throw new Error('midway');
    });
    await expect(failing).rejects.toThrow('midway');
    const rows = await database.db.selectFrom('settings').select('value').execute();
    expect([rows, await isDurable()]).toEqual([[], usual]);
  });
});
