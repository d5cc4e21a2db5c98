import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { whyUnusable } from '../platform/data-dir.ts';
import { makeFolder } from '../platform/make-folder.ts';
import { BackupError } from './backup-error.ts';
import { PART_ENDING } from './write-new-file.ts';

/** What the schedule writes; other files in the folder are not the server's. */
const OURS = /^semaforo-\d{8}T\d{6}Z\.backup$/;
const ABANDONED = /^semaforo-\d{8}T\d{6}Z\.backup\..+$/;

/** `semaforo-20261122T173000Z.backup`: by name as by time. */
export function backupName(at: number): string {
  const time = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
  return `semaforo-${time}.backup`;
}

/** Makes the folder, for its owner alone. */
export function makeBackupFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    const reason = whyUnusable(error);
    if (reason === undefined) throw error;
    throw new BackupError(`La cartella delle copie ${folder} non è utilizzabile: ${reason}`);
  }
}

/** Deletes the oldest backups, so that so many are left, and what those that were cut midway left. */
export function pruneBackups(folder: string, keep: number): void {
  const names = readdirSync(folder);
  const abandoned = names.filter((name) => ABANDONED.test(name) && name.endsWith(PART_ENDING));
  const tooMany = names
    .filter((name) => OURS.test(name))
    .toSorted()
    .slice(0, -keep);
  for (const name of [...abandoned, ...tooMany]) rmSync(join(folder, name), { force: true });
}

export function sizeOf(file: string): number {
  return statSync(file).size;
}
