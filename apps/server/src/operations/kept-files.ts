import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ARCHIVE_FOLDER } from '../database/audit-archive.ts';
import { SECRET_KEY_FILE } from '../platform/secrets.ts';

/** Made up at the first start, and nowhere else. */
const FILES = [SECRET_KEY_FILE, 'broker-password'] as const;
const ARCHIVED = new RegExp(`^${ARCHIVE_FOLDER}/[\\w.-]+$`);

/**
 * The files of the data folder that a restored server needs, by their names in it. Not the name of the server: what it
 * left under way is not to be taken up again by the restored one.
 */
export function listKeptFiles(dataDir: string): string[] {
  const archive = join(dataDir, ARCHIVE_FOLDER);
  const archived = existsSync(archive) ? readdirSync(archive) : [];
  return [
    ...FILES.filter((name) => existsSync(join(dataDir, name))),
    ...archived.map((name) => `${ARCHIVE_FOLDER}/${name}`),
  ].filter(isKeptFile);
}

/** True for a name that may be written into a data folder. */
export function isKeptFile(name: string): boolean {
  return FILES.some((file) => file === name) || ARCHIVED.test(name);
}
