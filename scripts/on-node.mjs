// `npm run on-node -- 24 npm test`: runs a command with another Node, in a copy of the project made ready for that
// Node. The Node comes from the npm package `node`. Both are kept in .nodes/<version>, so that a second run only
// copies what changed. Packages are the same for every Node (none builds at its installation), so the copy has links
// to those of this project.
import './supported-node.mjs';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { copyProject } from './copy-project.mjs';
import { linkPackages } from './link-packages.mjs';
import { isInstalled } from './prepare.mjs';

const ROOT = join(import.meta.dirname, '..');
const [version = '', program, ...args] = process.argv.slice(2);
if (!/^\d+(\.\d+){0,2}$/.test(version) || program === undefined) {
  console.error('Uso: npm run on-node -- VERSIONE COMANDO…   per esempio: npm run on-node -- 24 npm test');
  process.exit(2);
}

const folder = join(ROOT, '.nodes', version);
const project = join(folder, 'project');
const bin = join(folder, 'node/node_modules/node/bin');

// An interruption reaches the command by its terminal; this process waits for its end.
process.on('SIGINT', () => {});

await ensureNode();
copyProject({ from: ROOT, to: project });
if (!isInstalled(project) && isInstalled(ROOT)) linkPackages({ from: ROOT, to: project });
const withThatNode = { cwd: project, env: environmentWith(bin) };
const installed = await run('node', ['scripts/install.mjs'], withThatNode);
process.exitCode = installed === 0 ? await run(program, args, withThatNode) : installed;

async function ensureNode() {
  if (existsSync(bin)) return;
  const home = join(folder, 'node');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "private": true }');
  // The package's own script fetches the binary of this platform.
  const code = await run(
    'npm',
    ['install', `node@${version}`, '--ignore-scripts=false', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: home, env: environmentWith() },
  );
  if (code === 0 && existsSync(bin)) return;
  rmSync(home, { recursive: true, force: true });
  console.error(`Node ${version} non si è potuto scaricare con npm (pacchetto node@${version})`);
  process.exit(1);
}

/** This environment, with that Node first in PATH and without what `npm run` set for the project that it started. */
function environmentWith(...folders) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('npm_') || name === 'npm_config_cache',
  );
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => !entry.startsWith(join(ROOT, 'node_modules')));
  return { ...Object.fromEntries(inherited), PATH: [...folders, ...path].join(delimiter) };
}

/** Resolves to the exit code, as a shell counts it. */
function run(file, given, options) {
  return new Promise((resolve) => {
    const child = spawn(file, given, { stdio: 'inherit', ...options });
    child.on('error', (error) => {
      console.error(error.message);
      resolve(127);
    });
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}
