// Installs and builds only what is missing or stale. Nothing here needs an installed package.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';

const ROOT = join(import.meta.dirname, '..');
const STAMPS = join(ROOT, 'node_modules/.semaforo');

/** What each build reads and what it leaves; a build is stale when a file that it reads is not as it was at the last build. */
const BUILDS = [
  {
    workspace: 'apps/server',
    reads: ['packages/contract/src', 'apps/server/src', 'apps/server/build.mjs'],
    leaves: 'apps/server/dist/main.js',
  },
  {
    workspace: 'apps/simulator',
    reads: ['packages/contract/src', 'apps/simulator/src', 'apps/simulator/build.mjs'],
    leaves: 'apps/simulator/dist/main.js',
  },
  {
    workspace: 'apps/web',
    reads: [
      'packages/contract/src',
      'apps/web/src',
      'apps/web/public',
      'apps/web/index.html',
      'apps/web/vite.config.ts',
    ],
    leaves: 'apps/web/dist/index.html',
  },
];

/** Runs `npm ci` when node_modules is missing or was installed from another lock file. */
export async function ensureInstalled() {
  const lock = fingerprint(['package-lock.json']);
  if (readStamp('install') === lock) return;
  console.log('Installo le dipendenze (npm ci)…');
  const { code } = await run('npm', ['ci', '--no-audit', '--no-fund'], { inherit: true });
  if (code !== 0) process.exit(code);
  writeStamp('install', lock);
}

/** Builds the workspaces whose sources changed since their last build. */
export async function ensureBuilt() {
  await ensureInstalled();
  for (const { workspace, reads, leaves } of BUILDS) {
    const stamp = `build-${workspace.replace('/', '-')}`;
    const sources = fingerprint(['package-lock.json', `${workspace}/package.json`, ...reads]);
    if (existsSync(join(ROOT, leaves)) && readStamp(stamp) === sources) continue;
    console.log(`Compilo ${workspace}…`);
    const { code, output } = await run('npm', ['run', 'build', '--workspace', workspace]);
    if (code !== 0) {
      console.error(output);
      process.exit(code);
    }
    writeStamp(stamp, sources);
  }
}

function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesUnder).sort())
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(ROOT, path)));
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
