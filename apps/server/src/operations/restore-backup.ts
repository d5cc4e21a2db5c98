import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LOCK_FILES, lockDataDir } from '../database/data-dir-lock.ts';
import { openDatabase, SQLITE_FILE } from '../database/engine.ts';
import { RESTORE_FOLDER } from '../database/unfinished-restore.ts';
import type { AuditVerification } from '../database/verify-audit-chain.ts';
import { systemClock } from '../platform/clock.ts';
import type { Secret } from '../platform/secret.ts';
import { assessDatabase } from './assess-database.ts';
import { BackupError } from './backup-error.ts';
import type { DatabasePlace } from './database-place.ts';
import type { Manifest } from './manifest.ts';
import { restorePostgres } from './postgres-programs.ts';
import { readBackup, writeFile } from './read-backup.ts';
import { markRestored } from './restores.repository.ts';

const ENGINE_NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

/**
 * Restores a backup into an empty data folder and, for PostgreSQL, an empty database. Until all of it is there and
 * proven, the folder says that it is not finished, and no server starts on it. Nothing is sent to a device.
 */
export async function restoreBackup(
  place: DatabasePlace,
  source: { file: string; passphrase: Secret },
): Promise<{ manifest: Manifest; audit: AuditVerification }> {
  const unlock = lockDataDir(place.dataDir);
  try {
    clearUnfinished(place.dataDir);
    refuseFull(place.dataDir);
    await refuseFilled(place);
    const folder = join(place.dataDir, RESTORE_FOLDER);
    mkdirSync(folder, { mode: 0o700 });
    try {
      const restored = await restoreInto(folder, place, source);
      moveUp(folder, place.dataDir);
      return restored;
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  } finally {
    unlock();
  }
}

async function restoreInto(
  folder: string,
  { databaseUrl }: DatabasePlace,
  source: { file: string; passphrase: Secret },
) {
  const wanted = databaseUrl === undefined ? 'sqlite' : 'postgres';
  const manifest = await readBackup(source, {
    folder,
    accept: ({ engine }) => {
      if (engine === wanted) return;
      const hint = engine === 'sqlite' ? 'togli DATABASE_URL' : 'indica DATABASE_URL';
      throw new BackupError(`La copia è di ${ENGINE_NAMES[engine]}: ${hint}`);
    },
    receive: (engine, content) =>
      engine === 'sqlite'
        ? writeFile(join(folder, SQLITE_FILE), content)
        : restorePostgres(String(databaseUrl), content),
  });
  const database = openDatabase({ databaseUrl, dataDir: folder });
  try {
    const audit = await assessDatabase(database, manifest);
    // Sessions that were ended since the backup would be open again.
    await database.db.deleteFrom('sessions').execute();
    await markRestored(database.db, { madeAt: manifest.madeAt, at: systemClock.now() });
    return { manifest, audit };
  } finally {
    await database.close();
  }
}

/** What a restore that was cut midway left is of no use to anybody. */
function clearUnfinished(dataDir: string): void {
  if (!existsSync(join(dataDir, RESTORE_FOLDER))) return;
  for (const name of readdirSync(dataDir)) {
    if (!LOCK_FILES.includes(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

function refuseFull(dataDir: string): void {
  const other = readdirSync(dataDir).find((name) => !LOCK_FILES.some((lock) => name.startsWith(lock)));
  if (other === undefined) return;
  throw new BackupError(
    `La cartella ${dataDir} non è vuota (contiene ${other}): una copia si ripristina solo in una cartella vuota`,
  );
}

async function refuseFilled(place: DatabasePlace): Promise<void> {
  if (place.databaseUrl === undefined) return;
  const { db, close } = openDatabase(place);
  try {
    const [table] = await db.introspection.getTables({ withInternalKyselyTables: true });
    if (table === undefined) return;
    throw new BackupError(
      `La base di dati non è vuota (contiene ${table.name}): una copia si ripristina solo in una vuota`,
    );
  } finally {
    await close();
  }
}

/** The database last: without it, the folder is one that was never used. */
function moveUp(folder: string, dataDir: string): void {
  const names = readdirSync(folder).toSorted((a, b) => Number(a === SQLITE_FILE) - Number(b === SQLITE_FILE));
  for (const name of names) renameSync(join(folder, name), join(dataDir, name));
  rmSync(folder, { recursive: true });
}
