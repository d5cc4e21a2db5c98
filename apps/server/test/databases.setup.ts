import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@semaforo/testing/postgres';
import type { TestProject } from 'vitest/node';
import { openDatabase, SQLITE_FILE } from '../src/database/engine.ts';
import { migrate } from '../src/database/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the run's PostgreSQL; null where the machine has none. */
    postgresUrl: string | null;
    /** An SQLite file with the newest schema and no rows, to be copied. */
    migratedSqlite: string;
    /** A database with the newest schema and no rows on the run's PostgreSQL, to be copied. */
    migratedPostgres: string;
  }
}

const MIGRATED_POSTGRES = 'semaforo_migrated';

/** One PostgreSQL for the whole run; on both engines a migrated database, of which each test gets a copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'semaforo-migrated-'));
  await makeMigrated({ dataDir, databaseUrl: undefined });
  project.provide('migratedSqlite', join(dataDir, SQLITE_FILE));

  const postgres = await startPostgres();
  project.provide('postgresUrl', postgres?.url ?? null);
  project.provide('migratedPostgres', MIGRATED_POSTGRES);
  if (postgres)
    await makeMigrated({ dataDir, databaseUrl: await postgres.createDatabase(MIGRATED_POSTGRES) });
  else process.stderr.write('Tralasciate le prove su PostgreSQL: PostgreSQL non c’è\n');
  return async () => {
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

async function makeMigrated(place: { dataDir: string; databaseUrl: string | undefined }): Promise<void> {
  const database = openDatabase(place);
  await migrate(database);
  await database.close();
}
