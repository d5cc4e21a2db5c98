// The main job to look at: the console with its embedded database and broker, two Comuni, simulated devices over MQTT.
// `npm run demo -- --guasti` makes three devices misbehave; `-- --servers 3` starts three servers as one, of which any
// may be ended.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { FAULTS, TOWNS } from '../packages/testing/src/demo-towns.mjs';
import { freePortFrom } from '../packages/testing/src/free-port.mjs';
import { startChild, stopChild } from './children.mjs';
import { createDemoFolder, removeFolder } from './demo-folder.mjs';
import { ensureBuilt } from './prepare.mjs';

const ROOT = join(import.meta.dirname, '..');
const SIMULATOR = join(ROOT, 'apps/simulator/dist/main.js');
const withFaults = process.argv.includes('--guasti');
const serversAsked = Number(process.argv[process.argv.indexOf('--servers') + 1] || 1);
const servers = process.argv.includes('--servers') ? serversAsked : 1;
const children = [];
let folder;
let parts;
let ending = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => end(0));

try {
  await ensureBuilt();
  folder = createDemoFolder();
  await runDemo();
} catch (error) {
  await failAndEnd(error);
}

async function runDemo() {
  if (servers > 1) await startParts();
  const port = await freePortFrom(Number(process.env.PORT ?? 3000));
  const brokerPort =
    parts?.brokerPort ?? (await freePortFrom(Number(process.env.EMBEDDED_BROKER_PORT ?? 1883), port));
  const admin = { username: 'admin', password: randomPassword() };
  const towns = TOWNS.map((town) => ({ ...town, password: randomPassword() }));

  const startServer = async (number, at) => {
    const ready = await startAndAwait(/^Semaforo pronto su (http:\S+)/, {
      file: join(ROOT, 'apps/server/dist/main.js'),
      env: {
        PORT: at,
        DATA_DIR: join(folder, number === 1 ? 'data' : `data-${number}`),
        ADMIN_USERNAME: admin.username,
        ADMIN_PASSWORD: admin.password,
        ...(parts?.settings ?? { EMBEDDED_BROKER_PORT: brokerPort }),
      },
    });
    return ready[1];
  };
  const origin = await startServer(1, port);
  const origins = [origin];
  while (origins.length < servers) {
    origins.push(
      await startServer(origins.length + 1, await freePortFrom(port + origins.length, brokerPort)),
    );
  }
  const { seedTowns } = await importTypeScript('../packages/testing/src/seed-towns.ts');
  const logins = await seedTowns({ origin, admin, towns });

  const devices = towns.flatMap((town) => town.devices);
  const list = join(folder, 'dispositivi.txt');
  writeFileSync(list, devices.map(deviceLine).join('\n'));
  const credentials = join(folder, 'credenziali.csv');
  const lines = logins.map(({ username, password, key }) => [username, password, key].join(','));
  writeFileSync(credentials, lines.join('\n'), { mode: 0o600 });
  await startAndAwait(/dispositivi simulati/, {
    file: SIMULATOR,
    // The broker outside knows no devices: it lets everybody in.
    args: [
      '--port',
      String(brokerPort),
      '--topics',
      list,
      '--float',
      ...(parts ? [] : ['--credentials', credentials]),
    ],
  });
  console.log(welcome({ origins, accounts: [admin, ...towns] }));
  // Enter is the button of the flood.
  createInterface({ input: process.stdin }).on('line', () => children.at(-1).kill('SIGUSR2'));
}

/** What several servers share. */
async function startParts() {
  const { startServersParts } = await importTypeScript('../packages/testing/src/servers-parts.ts');
  parts = await startServersParts();
  if (parts) return;
  console.log('Per più server insieme servono PostgreSQL, nats-server e Mosquitto, e qui non ci sono tutti.');
  await end(1);
}

/** Imported late, because nothing is installed yet when this script starts. */
async function importTypeScript(path) {
  const { tsImport } = await import('tsx/esm/api');
  return tsImport(path, import.meta.url);
}

/**
 * Starts a child in the demo's folder and shows what it prints. Resolves to the match of the line that says it is
 * ready.
 */
async function startAndAwait(upLine, { file, args, env }) {
  let tellUp;
  const up = new Promise((resolve) => {
    tellUp = resolve;
  });
  const child = startChild({
    file,
    args,
    // No settings of the real console, and no folder with its .env file: the demo must never reach real devices.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    cwd: folder,
    onLine(line) {
      console.log(line);
      const match = upLine.exec(line);
      if (match) tellUp(match);
    },
  });
  children.push(child);
  const ended = once(child, 'exit').then(() => {
    throw new Error(`La demo finisce perché si è fermato ${relative(ROOT, file)}`);
  });
  const first = await Promise.race([up, ended]);
  // Of several servers any may end: the others go on.
  ended.catch(servers > 1 ? () => {} : failAndEnd);
  return first;
}

function deviceLine({ topic, type, shows = '' }) {
  return [topic, type, shows, (withFaults && FAULTS.get(topic)) || 'obedient'].join(' ');
}

function welcome({ origins, accounts }) {
  const faults = withFaults
    ? '\n  Guasti: Lungofiume è muto, Palasport lento, Borgo Alto fa il contrario\n'
    : '';
  return `
  Demo di Semaforo: ${origins.map(withProcess).join('\n                    ')}
  Che cosa leggono i cittadini: ${origins[0]}/c/valdombra

  utente       password
${accounts.map(({ username, password }) => `  ${username.padEnd(12)} ${password}`).join('\n')}
${faults}
  Invio: l’acqua sale nel Sottopasso Mulini; di nuovo: scende
  Ctrl-C per finire (i dati della demo vengono cancellati)
`;
}

/** Which process to end, where there are several. */
function withProcess(origin, index) {
  return servers > 1 ? `${origin} (processo ${children[index].pid})` : origin;
}

function randomPassword() {
  return randomBytes(9).toString('base64url');
}

async function failAndEnd(error) {
  if (ending) return;
  console.error(error.message);
  await end(1);
}

async function end(code) {
  if (ending) return;
  ending = true;
  for (const child of children.reverse()) await stopChild(child);
  await parts?.stop();
  if (folder) removeFolder(folder);
  process.exit(code);
}
