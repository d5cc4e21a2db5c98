import { randomUUID } from 'node:crypto';
import { closeSync, createWriteStream, existsSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { whyUnusable } from '../platform/data-dir.ts';
import { BackupError } from './backup-error.ts';

/** How files end that are not finished. */
export const PART_ENDING = '.parziale';

/**
 * Writes a file that only its owner may read: beside its place first and, once it is on the disk, there. Never half a
 * file, and never over another one.
 */
export async function writeNewFile(file: string, content: AsyncIterable<Buffer>): Promise<void> {
  refuseExisting(file);
  const part = `${file}.${randomUUID()}${PART_ENDING}`;
  try {
    await pipeline(content, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }));
    // A link, unlike a new name, never takes the place of a file that came meanwhile.
    linkSync(part, file);
  } catch (error) {
    if (isCode(error, 'EEXIST')) refuseExisting(file);
    const reason = isOfFile(error, part) ? whyUnusable(error) : undefined;
    if (reason === undefined) throw error;
    throw new BackupError(`La copia non può essere scritta in ${file}: ${reason}`);
  } finally {
    rmSync(part, { force: true });
  }
  syncFolder(dirname(file));
}

/** Throws when there is a file of that name. */
export function refuseExisting(file: string): void {
  if (existsSync(file)) throw new BackupError(`Il file ${file} esiste già: indica un altro nome`);
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** The database's own errors say which folder is meant already. */
function isOfFile(error: unknown, part: string): boolean {
  const isWrite = error instanceof Error && 'syscall' in error && error.syscall === 'write';
  return isWrite || (error instanceof Error && 'path' in error && error.path === part);
}

/** The new name is on the disk only when its folder is. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
