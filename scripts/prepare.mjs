// Installs and builds only what is missing or stale. Nothing here needs an installed package.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';

const ROOT = join(import.meta.dirname, '..');
const STAMPS = join(ROOT, 'node_modules/.semaforo');

/**
 * What each build reads and the file that it writes. A build is stale when a file that it reads has changed since the
 * last build.
 */
const BUILDS = [
  {
    workspace: 'apps/server',
    reads: ['packages/contract/src', 'apps/server/src', 'apps/server/build.mjs'],
    leaves: 'apps/server/dist/main.js',
  },
  {
    workspace: 'apps/simulator',
    reads: ['packages/client/src', 'packages/contract/src', 'apps/simulator/src', 'apps/simulator/build.mjs'],
    leaves: 'apps/simulator/dist/main.js',
  },
  {
    workspace: 'apps/web',
    reads: [
      'packages/client/src',
      'packages/contract/src',
      'apps/web/src',
      'apps/web/public',
      'apps/web/index.html',
      'apps/web/vite.config.ts',
    ],
    leaves: 'apps/web/dist/index.html',
  },
];

/** Runs `npm ci` unless what node_modules holds is what the lock file asks for. */
export async function ensureInstalled() {
  if (isInstalled(ROOT)) return;
  tell('Installo le dipendenze (npm ci)…');
  const { code, output } = await run('npm', ['ci', '--no-audit', '--no-fund']);
  if (code !== 0) giveUp(code, output);
}

/** Builds the workspaces whose sources changed since their last build. */
export async function ensureBuilt() {
  await ensureInstalled();
  for (const { workspace, reads, leaves } of BUILDS) {
    const stamp = `build-${workspace.replace('/', '-')}`;
    const sources = fingerprint(['package-lock.json', `${workspace}/package.json`, ...reads]);
    if (existsSync(join(ROOT, leaves)) && readStamp(stamp) === sources) continue;
    tell(`Compilo ${workspace}…`);
    // Whoever starts the product from a test would give it a page for developers: twice the bytes, and slower.
    const env = { NODE_ENV: 'production' };
    const { code, output } = await run('npm', ['run', 'build', '--workspace', workspace], { env });
    if (code !== 0) giveUp(code, output);
    writeStamp(stamp, sources);
  }
}

/**
 * True when npm has finished an install of exactly the locked versions in that project; it then leaves its own lock
 * file. Packages for other platforms may be missing. The project's own packages are links: another version of theirs
 * is no other install.
 */
export function isInstalled(project) {
  const record = join(project, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const locked = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked)
    .filter(([path]) => /(^|\/)node_modules\//.test(path))
    .every(([path, { version, optional }]) =>
      installed[path] ? installed[path].version === version : optional,
    );
}

function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesUnder).sort()) {
    hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)));
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  const full = join(ROOT, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full).flatMap((name) => filesUnder(`${path}/${name}`));
}

function readStamp(name) {
  const file = join(STAMPS, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function writeStamp(name, content) {
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(join(STAMPS, name), content);
}

/** Progress goes to stderr: stdout belongs to the program that is being prepared. */
function tell(line) {
  console.error(line);
}

function giveUp(code, output) {
  console.error(output);
  process.exit(code);
}
