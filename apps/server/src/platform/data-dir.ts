import { accessSync, constants } from 'node:fs';
import { StartupError } from './startup-error.ts';

const NOT_WRITABLE = 'il server non ha il permesso di scriverci';
const NOT_A_FOLDER = 'non è una cartella';
const FULL = 'il disco è pieno';
const READ_ONLY = 'il disco è in sola lettura';
/** A damaged database is never replaced by an empty one. */
const RESTORE_HINT =
  '. Metti da parte la cartella e ripristina l’ultima copia in una vuota: npm run restore -- FILE';
const FAULTY = 'il disco segnala un guasto';
const DAMAGED = 'un file della base di dati è danneggiato';

/** By the error codes of Node's file system and of SQLite. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: NOT_WRITABLE,
  EPERM: NOT_WRITABLE,
  ENOENT: 'non può essere creata',
  ENOTDIR: NOT_A_FOLDER,
  EEXIST: NOT_A_FOLDER,
  EISDIR: 'al posto di un file c’è una cartella',
  ENOSPC: FULL,
  EROFS: READ_ONLY,
  SQLITE_CANTOPEN: NOT_WRITABLE,
  SQLITE_READONLY: NOT_WRITABLE,
  SQLITE_FULL: FULL,
  SQLITE_NOTADB: DAMAGED,
  SQLITE_CORRUPT: DAMAGED,
  EIO: FAULTY,
  SQLITE_IOERR: FAULTY,
  // PostgreSQL's.
  '53100': FULL,
  '25006': READ_ONLY,
  '58030': FAULTY,
};

/**
 * Does something with the files of the data folder. Throws a StartupError when the folder cannot be used; any other
 * error is rethrown.
 */
export function useDataDir<T>(dataDir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const found = whyUnusable(error);
    if (found === undefined) throw error;
    // SQLite does not tell a disk that is read-only from a right that is missing.
    const reason = found === NOT_WRITABLE && isReadOnly(dataDir) ? READ_ONLY : found;
    throw new StartupError(
      `La cartella dei dati ${dataDir} non è utilizzabile: ${reason}${reason === DAMAGED ? RESTORE_HINT : ''}`,
    );
  }
}

function isReadOnly(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return false;
  } catch (error) {
    return whyUnusable(error) === READ_ONLY;
  }
}

/** Why files cannot be used, in Italian; undefined when the error is another one. */
export function whyUnusable(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? REASONS[code.split('_').slice(0, 2).join('_')];
}

const OF_THE_DISK = /^(SQLITE_(FULL|READONLY|IOERR|CORRUPT|NOTADB)|ENOSPC|EROFS|EIO|53100|25006|58030)/;

/** Why the disk of a database took no write, in Italian; undefined when something else failed. */
export function whyDiskFails(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return OF_THE_DISK.test(code) ? whyUnusable(error) : undefined;
}
