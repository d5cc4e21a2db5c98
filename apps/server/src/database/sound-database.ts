import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { useDataDir } from '../platform/data-dir.ts';
import { StartupError } from '../platform/startup-error.ts';
import { SQLITE_FILE } from './engine.ts';

/** Looking through more would hold up the start; the backups look through all of it. */
const LOOKED_THROUGH_BYTES = 200 * 1024 * 1024;

/**
 * Refuses to start on an embedded database that is damaged, or that is gone from a folder in which a server has run:
 * SQLite would begin an empty one, in which no device is known and no rosso was ever accepted.
 */
export function refuseUnsoundDatabase(options: { dataDir: string; hasServed: boolean }): void {
  const { dataDir, hasServed } = options;
  const file = join(dataDir, SQLITE_FILE);
  const size = existsSync(file) ? statSync(file).size : 0;
  if (size === 0 && hasServed) {
    throw new StartupError(
      `Nella cartella dei dati ${dataDir} la base di dati manca o è vuota, ma un server l’ha usata. ` +
        'Ripristina l’ultima copia in una cartella vuota: npm run restore -- FILE',
    );
  }
  if (size === 0 || size > LOOKED_THROUGH_BYTES) return;
  useDataDir(dataDir, () => lookThrough(file));
}

function lookThrough(file: string): void {
  const connection = new SqliteConnection(file);
  try {
    const found = connection.pragma('quick_check(1)', { simple: true });
    if (found !== 'ok') throw Object.assign(new Error(String(found)), { code: 'SQLITE_CORRUPT' });
  } finally {
    connection.close();
  }
}
