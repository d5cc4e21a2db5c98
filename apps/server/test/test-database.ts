import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import pg from 'pg';
import { inject } from 'vitest';
import { type Engine, type OpenDatabase, openDatabase, SQLITE_FILE } from '../src/database/engine.ts';

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
export function createTestDatabasePlace(engine: Engine): Promise<TestDatabasePlace> {
  return createPlace(engine, 'empty');
}

/** A fresh database with the newest schema; `close` also removes it. */
export function createTestDatabase(engine: Engine): Promise<OpenDatabase> {
  return createDatabase(engine, 'migrated');
}

/** A fresh database without any table; `close` also removes it. */
export function createEmptyDatabase(engine: Engine): Promise<OpenDatabase> {
  return createDatabase(engine, 'empty');
}

/** A database with the schema and the data of version 0.1.0, which that version wrote; `close` also removes it. */
export async function createDatabaseOf010(engine: Engine): Promise<OpenDatabase> {
  return openPlace(await createPlaceOf010(engine));
}

/** Where the data of version 0.1.0 are; no other file of its data folder is there. */
export async function createPlaceOf010(engine: Engine): Promise<TestDatabasePlace> {
  const place = await createPlace(engine, 'empty');
  const dump = readFileSync(join(import.meta.dirname, 'data-of-0.1.0', `${engine}.sql`), 'utf8');
  if (place.databaseUrl !== undefined) await administer(dump, place.databaseUrl);
  else {
    const connection = new SqliteConnection(join(place.dataDir, SQLITE_FILE));
    connection.exec(dump);
    connection.close();
  }
  return place;
}

type Content = 'empty' | 'migrated';

async function createDatabase(engine: Engine, content: Content): Promise<OpenDatabase> {
  return openPlace(await createPlace(engine, content));
}

function openPlace(place: TestDatabasePlace): OpenDatabase {
  const database = openDatabase(place);
  return {
    ...database,
    close: async () => {
      await database.close();
      await place.remove();
    },
  };
}

/** A migrated database is a copy of the run's: to migrate again for each test takes longer than most of them. */
async function createPlace(engine: Engine, content: Content): Promise<TestDatabasePlace> {
  const dataDir = mkdtempSync(join(tmpdir(), 'semaforo-database-'));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (engine === 'sqlite') {
    if (content === 'migrated') copyFileSync(inject('migratedSqlite'), join(dataDir, SQLITE_FILE));
    return { dataDir, databaseUrl: undefined, remove: () => Promise.resolve(removeFolder()) };
  }
  const name = `semaforo_${randomBytes(8).toString('hex')}`;
  const template = content === 'migrated' ? inject('migratedPostgres') : 'template1';
  await administer(`create database ${name} template ${template}`);
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

async function administer(statement: string, connectionString = inject('postgresUrl') ?? ''): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
