import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { useDataDir } from '../platform/data-dir.ts';
import { makeFolder } from '../platform/make-folder.ts';
import { StartupError } from '../platform/startup-error.ts';

/** Thrown when another process works on the same data folder. */
export class DataDirInUseError extends StartupError {}

/** What one process at a time does in a data folder: the file of its lock, and what another process is told. */
const TASKS = {
  serve: {
    file: 'lock.sqlite',
    inUse: (dir: string) => `La cartella dei dati ${dir} è già in uso da un altro processo`,
  },
  backup: { file: 'backup.lock.sqlite', inUse: () => 'Una copia di sicurezza è già in corso' },
} as const;

/** The files of the locks: they hold nothing. */
export const LOCK_FILES: readonly string[] = Object.values(TASKS).map(({ file }) => file);

/**
 * Locks the data folder for a task of this process and returns the function that unlocks it. The operating system
 * holds the lock, on an otherwise empty SQLite file: it ends with the process, and is not confused by a reused process
 * id.
 */
export function lockDataDir(dataDir: string, task: keyof typeof TASKS = 'serve'): () => void {
  return useDataDir(dataDir, () => {
    makeFolder(dataDir);
    return lockFile(dataDir, TASKS[task]);
  });
}

function lockFile(dataDir: string, { file, inUse }: (typeof TASKS)[keyof typeof TASKS]): () => void {
  const lock = new SqliteConnection(join(dataDir, file), { timeout: 0 });
  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (error instanceof SqliteConnection.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new DataDirInUseError(inUse(dataDir));
    }
    throw error;
  }
  return () => lock.close();
}
