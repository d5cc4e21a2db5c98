import { startSwallowingNetwork } from '@semaforo/testing/swallowing-network';
import { until } from '@semaforo/testing/until';
import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createTestDatabase, createTestDatabasePlace, testEngines } from '../../test/test-database.ts';
import { openDatabase } from './engine.ts';
import type { Database } from './schema.ts';

describe.each(testEngines())('a database on %s', (engine) => {
  it('ids and epoch milliseconds are read back as numbers', async () => {
    const { db, close } = await createTestDatabase(engine);
    const at = 1_795_183_200_123;
    const { id } = await db
      .insertInto('audit')
      .values({
        at,
        user_id: Number.MAX_SAFE_INTEGER,
        username: null,
        address: null,
        action: 'test',
        before: null,
        target: null,
        after: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const row = await db.selectFrom('audit').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ id, at, user_id: Number.MAX_SAFE_INTEGER, username: null });
    await close();
  });
});

describe.runIf(testEngines().includes('postgres'))('a database on postgres', () => {
  it('the pool survives connections that are cut while idle', async () => {
    const { db, close } = await createTestDatabase('postgres');
    const sessionOf = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.05)`.execute(db)).rows[0]?.pid;
    const [first, second] = await Promise.all([sessionOf(), sessionOf()]);
    expect(first).not.toBe(second);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
    await answersAgain(db);
    await close();
  });

  it('the pool announces each lost connection once', async () => {
    const place = await createTestDatabasePlace('postgres');
    const lost: Error[] = [];
    const { db, close } = openDatabase({ ...place, connectionLost: (error) => lost.push(error) });
    await sql`select 1`.execute(db);
    const idle = await createTestDatabase('postgres');
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = ${new URL(place.databaseUrl ?? '').pathname.slice(1)}`.execute(idle.db);
    await until('the connection is lost', () => lost.length > 0);
    await answersAgain(db);
    expect(lost).toHaveLength(1);
    await Promise.all([close(), idle.close()]);
    await place.remove();
  });

  it('the pool survives a connection cut within a transaction, of which nothing is stored', async () => {
    const { db, close } = await createTestDatabase('postgres');
    const work = db.transaction().execute(async (transaction) => {
      await sql`insert into broker_config values (1, 'h', 1883, '', null, 0)`.execute(transaction);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
      await until('the session is gone', async () => (await sessionsOf(db)) === 1);
      await sql`select 1`.execute(transaction);
    });
    await expect(work).rejects.toThrow();
    await answersAgain(db);
    expect(await db.selectFrom('broker_config').selectAll().execute()).toEqual([]);
    await close();
  });

  it('a query fails in time on a silent network, and the next one uses a new connection', async () => {
    const { db, swallow, close } = await openBehindNetwork();
    const inTransaction = db.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction);
      swallow();
      await sql`select 2`.execute(transaction);
    });
    await expect(inTransaction).rejects.toThrow();
    await answersAgain(db);
    await close();
  });
});

/** PostgreSQL through a network that can swallow everything on the connections there are. */
async function openBehindNetwork() {
  const place = await createTestDatabasePlace('postgres');
  const network = await startSwallowingNetwork(place.databaseUrl ?? '');
  const database = openDatabase({ dataDir: '', databaseUrl: network.url, answerWithinMs: 500 });
  return {
    db: database.db,
    swallow: network.swallow,
    close: async () => {
      await database.close();
      network.close();
      await place.remove();
    },
  };
}

async function answersAgain(db: Kysely<Database>): Promise<void> {
  await until('the database answers again', () =>
    sql`select 1`.execute(db).then(
      () => true,
      () => false,
    ),
  );
}

async function sessionsOf(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database()`.execute(db);
  return rows[0]?.count ?? 0;
}
