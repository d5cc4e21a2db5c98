import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const POSTGRES_VERSIONS = '/usr/lib/postgresql';
const MOSQUITTO_PLUGINS = [
  ...['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/mosquitto_dynamic_security.so`),
  '/usr/lib/mosquitto_dynamic_security.so',
  '/usr/lib64/mosquitto_dynamic_security.so',
];
const NODES = join(import.meta.dirname, '../../../.nodes');

/** The only place that looks for these programs, so that `npm test` reports as skipped exactly what was skipped. */
export function findTestPrograms() {
  return {
    chromium:
      process.env.CHROMIUM_PATH ??
      findProgram(
        // First the one without windows: docs/decisions/0032-test-suite-time.md.
        ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
        ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
      ),
    mosquitto:
      process.env.MOSQUITTO_PATH ??
      findProgram(['mosquitto'], ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto']),
    nats: process.env.NATS_SERVER_PATH ?? findProgram(['nats-server'], ['/usr/sbin/nats-server']),
    mosquittoPlugin: process.env.MOSQUITTO_PLUGIN_PATH ?? MOSQUITTO_PLUGINS.find((file) => existsSync(file)),
    promtool: findProgram(['promtool'], ['/usr/bin/promtool']),
    postgres: findProgram(['initdb'], debianPostgres()),
    nginx: findProgram(['nginx'], ['/usr/sbin/nginx']),
    caddy: findProgram(['caddy'], []),
    w3m: findProgram(['w3m'], []),
    otherNodes: findOtherNodes(),
  };
}

/** The Nodes of other major versions that `npm run on-node` brought. */
function findOtherNodes() {
  if (!existsSync(NODES)) return [];
  const [here] = process.versions.node.split('.');
  return readdirSync(NODES)
    .filter((name) => /^\d/.test(name) && !name.startsWith(`${here}.`))
    .map((name) => join(NODES, name, 'node_modules/.bin/node'))
    .filter(isExecutable);
}

/** Newest first. */
function debianPostgres() {
  if (!existsSync(POSTGRES_VERSIONS)) return [];
  return readdirSync(POSTGRES_VERSIONS)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(POSTGRES_VERSIONS, version, 'bin/initdb'));
}

function findProgram(names, otherPlaces) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...places, ...otherPlaces].find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // It is not there, or may not be run.
    return false;
  }
}
