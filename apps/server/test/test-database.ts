import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { type Engine, type OpenDatabase, openDatabase } from '../src/database/engine.ts';
import { migrate } from '../src/database/migrate.ts';

/** The engines that this machine can test: SQLite always, PostgreSQL where it is installed. */
export function testEngines(): Engine[] {
  return inject('postgresUrl') === null ? ['sqlite'] : ['sqlite', 'postgres'];
}

/** A fresh database of one test: what to open it with, and how to remove it once it is closed. */
export type TestDatabasePlace = {
  dataDir: string;
  databaseUrl: string | undefined;
  remove: () => Promise<void>;
};

/** An empty database: in a temporary folder, or one of its own on the run's PostgreSQL. */
export async function createTestDatabasePlace(engine: Engine): Promise<TestDatabasePlace> {
  const dataDir = mkdtempSync(join(tmpdir(), 'semaforo-database-'));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (engine === 'sqlite') {
    return { dataDir, databaseUrl: undefined, remove: () => Promise.resolve(removeFolder()) };
  }
  const name = `semaforo_${randomBytes(8).toString('hex')}`;
  await administer(`create database ${name}`);
  const url = new URL(inject('postgresUrl') ?? '');
  url.pathname = name;
  return {
    dataDir,
    databaseUrl: url.href,
    remove: async () => {
      removeFolder();
      await administer(`drop database ${name} with (force)`);
    },
  };
}

/** A fresh database with the newest schema; `close` also removes it. */
export async function createTestDatabase(engine: Engine): Promise<OpenDatabase> {
  const database = await createEmptyDatabase(engine);
  await migrate(database);
  return database;
}

/** A fresh database without any table; `close` also removes it. */
export async function createEmptyDatabase(engine: Engine): Promise<OpenDatabase> {
  const place = await createTestDatabasePlace(engine);
  const database = openDatabase(place);
  return {
    ...database,
    close: async () => {
      await database.close();
      await place.remove();
    },
  };
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') ?? '' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
