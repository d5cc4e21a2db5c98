import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it, for its owner alone; one that is there stays as it is. Throws what the system
 * says when it cannot. Node's own recursive way tries for ever where the system says that a folder which is there is
 * not, as below /proc.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    const above = dirname(path);
    if (code !== 'ENOENT' || existsSync(above)) throw error;
    makeFolder(above);
    // Once more from the beginning: another process may have made it meanwhile.
    makeFolder(path);
  }
}
