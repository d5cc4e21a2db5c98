import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';

/** What npm reads and rewrites in place. */
const RECORD = '.package-lock.json';
/** Compiled for one Node, perhaps at this moment. */
const COMPILED = 'better-sqlite3-node20/build';

/**
 * Gives the project `to` the packages of the project `from` as hard links, which take no room and next to no time.
 * Memories of tools (`.vite`, `.semaforo`) and what was compiled stay behind. Where the file system has no hard links
 * it leaves no packages at all, and npm installs them.
 */
export function linkPackages({ from, to }) {
  const folders = packageFolders(from);
  const clear = () => {
    for (const folder of folders) rmSync(join(to, folder), { recursive: true, force: true });
  };
  clear();
  try {
    for (const folder of folders) linkFolder(join(from, folder), join(to, folder), isShared);
  } catch {
    // A file system without hard links, or npm at work there: this project installs its own.
    clear();
  }
}

/** The root's `node_modules` and those of workspaces that need another version, as npm recorded them. */
function packageFolders(project) {
  const record = JSON.parse(readFileSync(join(project, 'node_modules', RECORD), 'utf8'));
  const workspaces = Object.keys(record.packages).filter((path) => path.includes('node_modules/'));
  return [...new Set(workspaces.map((path) => `${path.split('node_modules/', 1)[0]}node_modules`))];
}

function isShared(path) {
  return path !== COMPILED && !isMemory(path);
}

function isMemory(path) {
  return path.startsWith('.') && !path.includes('/') && path !== '.bin' && path !== RECORD;
}

function linkFolder(from, to, isWanted, inside = '') {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const path = `${inside}${entry.name}`;
    if (!isWanted(path)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target, isWanted, `${path}/`);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (path === RECORD) copyFileSync(source, target);
    else linkSync(source, target);
  }
}
