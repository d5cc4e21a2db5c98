import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../platform/startup-error.ts';
import { SQLITE_FILE } from './engine.ts';

/** Throws when there is no embedded database yet: a program that only reads must not make one. */
export function requireDatabase(place: { databaseUrl: string | undefined; dataDir: string }): void {
  if (place.databaseUrl !== undefined || existsSync(join(place.dataDir, SQLITE_FILE))) return;
  throw new StartupError(`Nella cartella ${place.dataDir} non c'è una base di dati`);
}
