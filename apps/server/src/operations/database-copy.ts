import { createReadStream, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { sql } from 'kysely';
import { countRows } from '../database/count-rows.ts';
import { openDatabase, SQLITE_FILE } from '../database/engine.ts';
import { requireDatabase } from '../database/existing-database.ts';
import { newestMigration } from '../database/migrate.ts';
import { systemClock } from '../platform/clock.ts';
import { useDataDir } from '../platform/data-dir.ts';
import { refuseDamaged } from './assess-database.ts';
import { BackupError } from './backup-error.ts';
import type { DatabasePlace } from './database-place.ts';
import type { Manifest } from './manifest.ts';
import { dumpPostgres } from './postgres-programs.ts';

/** In the data folder, where the database is in clear text anyway: what is cut midway never lies elsewhere. */
const SNAPSHOT_FOLDER = 'copia-in-corso';
const COUNT_WITHIN_MS = 30 * 60_000;

/** The database as it was at one instant. */
export type DatabaseCopy = Pick<Manifest, 'engine' | 'migration' | 'rows' | 'madeAt'> & {
  content: AsyncIterable<Buffer>;
  /** Its length, where it is known before it is read. */
  bytes?: number;
};

/** Copies the database while a server writes to it, and gives the copy to `use`. */
export function withDatabaseCopy(
  place: DatabasePlace,
  use: (copy: DatabaseCopy) => Promise<void>,
): Promise<void> {
  requireDatabase(place);
  return place.databaseUrl === undefined ? copySqlite(place.dataDir, use) : copyPostgres(place, use);
}

/**
 * SQLite writes the copy itself, in one read transaction: no commit is in it by half, and no writer waits. A copy of
 * the files would miss what is in the log, or have pages of two times.
 */
async function copySqlite(dataDir: string, use: (copy: DatabaseCopy) => Promise<void>): Promise<void> {
  const folder = join(dataDir, SNAPSHOT_FOLDER);
  const file = join(folder, SQLITE_FILE);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  remove();
  try {
    useDataDir(dataDir, () => {
      mkdirSync(folder, { mode: 0o700 });
      const live = new SqliteConnection(join(dataDir, SQLITE_FILE), { fileMustExist: true });
      try {
        live.prepare('vacuum into ?').run(file);
      } finally {
        live.close();
      }
    });
    const madeAt = systemClock.now();
    const { db, close } = openDatabase({ databaseUrl: undefined, dataDir: folder });
    await refuseDamaged(db, 'La base di dati è danneggiata: non ne è stata fatta una copia').catch(
      async (error) => {
        await close();
        throw error;
      },
    );
    const facts = { rows: await countRows(db), migration: await migrationOf(db) };
    await close();
    const { size: bytes } = statSync(file);
    await use({ engine: 'sqlite', madeAt, ...facts, content: createReadStream(file), bytes });
  } finally {
    remove();
  }
}

/** `pg_dump` reads the same snapshot in which the rows were counted. */
async function copyPostgres(place: DatabasePlace, use: (copy: DatabaseCopy) => Promise<void>): Promise<void> {
  const databaseUrl = String(place.databaseUrl);
  const { db, close } = openDatabase({ ...place, answerWithinMs: COUNT_WITHIN_MS });
  try {
    const migration = await migrationOf(db);
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(transaction);
        await use({
          engine: 'postgres',
          madeAt: systemClock.now(),
          migration,
          rows: await countRows(transaction),
          content: dumpPostgres(databaseUrl, String(rows[0]?.id)),
        });
      });
  } finally {
    await close();
  }
}

async function migrationOf(db: Parameters<typeof newestMigration>[0]): Promise<string> {
  const migration = await newestMigration(db);
  if (migration === undefined) throw new BackupError('La base di dati è vuota: non c’è nulla da copiare');
  return migration;
}
