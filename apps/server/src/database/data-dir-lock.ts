import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteConnection } from '@semaforo/sqlite/connection';
import { useDataDir } from '../platform/data-dir.ts';
import { StartupError } from '../platform/startup-error.ts';

/** Thrown when another process works on the same data folder. */
export class DataDirInUseError extends StartupError {}

/**
 * Locks the data folder for this process and returns the function that unlocks it. The operating system holds the
 * lock, on an otherwise empty SQLite file: it ends with the process, and is not confused by a reused process id.
 */
export function lockDataDir(dataDir: string): () => void {
  return useDataDir(dataDir, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return lockFile(dataDir);
  });
}

function lockFile(dataDir: string): () => void {
  const lock = new SqliteConnection(join(dataDir, 'lock.sqlite'), { timeout: 0 });
  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (error instanceof SqliteConnection.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new DataDirInUseError(`La cartella dei dati ${dataDir} è già in uso da un altro processo`);
    }
    throw error;
  }
  return () => lock.close();
}
