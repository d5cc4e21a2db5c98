// Brings Node from the npm registry into a folder of its own. Only syntax and modules that old versions have.
'use strict';
const { spawn, spawnSync } = require('node:child_process');
const {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} = require('node:fs');
const { constants } = require('node:os');
const { basename, delimiter, join } = require('node:path');
const RUNTIME = require('./runtime.json');

const ROOT = join(__dirname, '..');
const NODES = join(ROOT, '.nodes');
const OLDEST = { 24: 15 };
const ANY_FROM_MAJOR = 26;
/** A folder that is being filled, by the process with this id. */
const UNFINISHED = /^\.(\d+)-/;
/** What npm tells its scripts about itself and the project: another npm must not take it for settings. */
const OF_THE_OTHER_NPM =
  /^npm_(?!config_)|^npm_config_(user_agent|npm_version|node_gyp|local_prefix|global_prefix)$/;
/** The network is tried three times, which without a network takes ten seconds and not more than a minute. */
const RETRIES = ['--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=8000'];

/** Whether a version ('24.21.0') can run Semaforo: `engines` of package.json says the same. */
exports.canRunOn = (version) => {
  const [major, minor] = version.split('.').map(Number);
  return major >= ANY_FROM_MAJOR || minor >= OLDEST[major];
};

/**
 * Brings the Node of runtime.json, or another version of it ('26'), with an npm that goes with it, unless it is there.
 * Returns its `version`, the `node` to start, the folder `bin` for PATH and its `licence`. A folder takes its final
 * name only when it is complete: what two processes bring at once, or one that is interrupted, does no harm. Throws a
 * sentence to print.
 */
exports.bringNode = (otherVersion) => {
  const wanted = packageOfThisMachine();
  const version = otherVersion || wanted.version;
  const home = join(NODES, `${version}-npm-${RUNTIME.npm.version}`);
  const inFolder = (folder) => ({
    version,
    node: join(
      folder,
      'node_modules',
      wanted.name,
      'bin',
      process.platform === 'win32' ? 'node.exe' : 'node',
    ),
    bin: join(folder, 'node_modules/.bin'),
    licence: join(folder, 'node_modules', wanted.name, 'LICENSE'),
  });
  if (existsSync(inFolder(home).node)) return inFolder(home);

  removeUnfinished();
  console.error(`Scarico Node ${version} dal registro di npm (qui c’è Node ${process.versions.node})…`);
  const stage = mkdtempSync(join(NODES, `.${process.pid}-`));
  try {
    const { integrity } = otherVersion ? {} : wanted;
    install(stage, [{ name: wanted.name, version, integrity }, RUNTIME.npm]);
    const { status } = spawnSync(inFolder(stage).node, ['--version']);
    if (status !== 0) throw new Error(`Node ${version} non parte su questa macchina: ${HELP}`);
    // For compilers only, and more than half of it.
    rmSync(join(stage, 'node_modules', wanted.name, 'include'), { recursive: true, force: true });
    // A service runs as another user.
    chmodSync(stage, 0o755);
    moveTo(stage, home, inFolder(home).node);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
  return inFolder(home);
};

/** Runs a program with that Node first in PATH, in place of this process: same streams, signals and exit code. */
exports.runWith = (runtime, program, args) => {
  const child = spawn(program, args, { stdio: 'inherit', env: environmentWith(runtime.bin) });
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  process.on('SIGINT', () => {
    // A terminal interrupts both.
    if (!process.stdin.isTTY) child.kill('SIGINT');
  });
  child.on('error', (error) => {
    console.error(error.message);
    process.exitCode = 127;
  });
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
};

const HELP = 'serve Node 24.15 o successivo, da https://nodejs.org';

function packageOfThisMachine() {
  const machine = `${process.platform}-${process.arch}`;
  const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  if (isMusl) {
    throw new Error(`Per un Linux con musl (Alpine) il registro di npm non ha un Node da scaricare: ${HELP}`);
  }
  if (!RUNTIME[machine]) {
    throw new Error(`Per ${machine} il registro di npm non ha un Node da scaricare: ${HELP}`);
  }
  return RUNTIME[machine];
}

/** Removes what a process left that was interrupted. */
function removeUnfinished() {
  mkdirSync(NODES, { recursive: true });
  for (const name of readdirSync(NODES)) {
    const [, pid] = UNFINISHED.exec(name) || [];
    if (pid && !isRunning(Number(pid))) rmSync(join(NODES, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function install(folder, packages) {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  // The registry may be named there.
  copyFileSync(join(ROOT, '.npmrc'), join(folder, '.npmrc'));
  const [file, ...first] = npmOfThisNode();
  const specs = packages.map(({ name, version }) => `${name}@${version}`);
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  const { status, stderr, error } = spawnSync(file, [...first, 'install', ...options, ...RETRIES, ...specs], {
    cwd: folder,
    env: environmentWith(),
    encoding: 'utf8',
  });
  if (status !== 0) {
    const [, code] = /npm (?:error|ERR!) code (\w+)/.exec(stderr || '') || [undefined, error?.code];
    throw new Error(
      `${specs.join(' e ')}: non si è potuto scaricare dal registro di npm${code ? ` (${code})` : ''}. ` +
        `La prima volta serve la rete; oppure ${HELP}`,
    );
  }
  const record = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'));
  for (const { name, version, integrity } of packages) {
    if (integrity && record.packages[`node_modules/${name}`].integrity !== integrity) {
      throw new Error(`${name}@${version} del registro di npm non è quello atteso: non lo uso`);
    }
  }
}

/** Gives a complete folder its final name, unless another process was faster. */
function moveTo(stage, home, complete) {
  if (existsSync(home) && !existsSync(complete)) rmSync(home, { recursive: true, force: true });
  try {
    renameSync(stage, home);
  } catch (error) {
    if (!existsSync(complete)) throw error;
  }
}

/** The npm that started this command, or that of PATH. */
function npmOfThisNode() {
  const running = process.env.npm_execpath;
  return running && basename(running) === 'npm-cli.js' ? [process.execPath, running] : ['npm'];
}

function environmentWith(...folders) {
  const env = {};
  for (const name of Object.keys(process.env)) {
    if (!OF_THE_OTHER_NPM.test(name)) env[name] = process.env[name];
  }
  env.PATH = [...folders, process.env.PATH].join(delimiter);
  return env;
}
