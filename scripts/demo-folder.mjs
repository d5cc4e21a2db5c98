import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const DEMO = join(import.meta.dirname, '../.demo');

/**
 * Creates an empty folder for this demo, named after its process. Removes the folders of demos that have ended; a
 * demo that still runs keeps its own.
 */
export function createDemoFolder() {
  mkdirSync(DEMO, { recursive: true });
  for (const name of readdirSync(DEMO)) {
    if (Number(name) === process.pid || !isRunning(Number(name))) removeFolder(join(DEMO, name));
  }
  const folder = join(DEMO, String(process.pid));
  mkdirSync(folder);
  return folder;
}

export function removeFolder(folder) {
  rmSync(folder, { recursive: true, force: true });
}

function isRunning(pid) {
  if (!Number.isInteger(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
