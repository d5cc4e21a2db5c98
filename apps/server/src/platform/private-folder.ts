import { chmodSync, existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What the owner's group and everybody else may do. */
const OTHERS = 0o077;

/**
 * Takes the data folder, and the files in it, away from everybody but their owner, whoever made them: an installer's
 * folder is often open to all. Returns what it took away and what it may not, by name; nothing for a folder that is
 * not there yet.
 */
export function makePrivate(folder: string): { closed: string[]; open: string[] } {
  const result: ReturnType<typeof makePrivate> = { closed: [], open: [] };
  // Elsewhere these modes say nothing.
  if (process.platform === 'win32' || !existsSync(folder)) return result;
  for (const name of ['.', ...readdirSync(folder)]) {
    const path = join(folder, name);
    const { mode, isFile } = modeOf(path);
    // What a link or a folder in it leads to is not the server's.
    if ((mode & OTHERS) === 0 || !(isFile || name === '.')) continue;
    try {
      chmodSync(path, mode & ~OTHERS & 0o7777);
      result.closed.push(name);
    } catch {
      // Another user's: the server works all the same, and says so.
      result.open.push(name);
    }
  }
  return result;
}

function modeOf(path: string): { mode: number; isFile: boolean } {
  const status = lstatSync(path);
  return { mode: status.mode, isFile: status.isFile() };
}
