import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { type Engine, type OpenDatabase, openDatabase } from '../src/database/engine.ts';
import { migrate } from '../src/database/migrate.ts';

/** The engines that this machine can test on, for `describe.each`. */
export function testEngines(): Engine[] {
  return inject('postgresUrl') === null ? ['sqlite'] : ['sqlite', 'postgres'];
}

/** A new database with the newest schema; `close` removes it. */
export async function createTestDatabase(engine: Engine): Promise<OpenDatabase> {
  const database = await createEmptyDatabase(engine);
  await migrate(database);
  return database;
}

/** A new database without any table; `close` removes it. */
export function createEmptyDatabase(engine: Engine): Promise<OpenDatabase> {
  return engine === 'sqlite' ? Promise.resolve(createSqlite()) : createPostgres();
}

function createSqlite(): OpenDatabase {
  const dataDir = mkdtempSync(join(tmpdir(), 'semaforo-database-'));
  const database = openDatabase({ databaseUrl: undefined, dataDir });
  return {
    ...database,
    close: async () => {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function createPostgres(): Promise<OpenDatabase> {
  const serverUrl = inject('postgresUrl');
  if (serverUrl === null) throw new Error('this machine has no PostgreSQL: use testEngines()');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await execute(serverUrl, `create database ${name}`);
  const databaseUrl = new URL(`/${name}`, serverUrl).href;
  const database = openDatabase({ databaseUrl, dataDir: '' });
  return {
    ...database,
    close: async () => {
      await database.close();
      await execute(serverUrl, `drop database ${name}`);
    },
  };
}

async function execute(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
}
