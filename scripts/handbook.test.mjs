import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../packages/testing/src/free-port.mjs';

const ROOT = join(import.meta.dirname, '..');
/** Their commands are carried out one after the other, on one console, as somebody does who follows the page. */
const PAGES = ['copie-di-sicurezza', 'sicurezza', 'aggiornamento', 'cosa-fare-quando'];
/** Their commands are carried out on bare machines: faults/install. */
const PAGES_OF_MACHINES = ['contenitori', 'guida-installazione', 'installazione'];
const READY = /^Semaforo pronto su /m;

const folder = mkdtempSync(join(tmpdir(), 'semaforo-handbook-'));
const backups = join(folder, 'backups');
const dataDir = join(folder, 'data');
const env = {
  ...process.env,
  DATA_DIR: dataDir,
  EMBEDDED_BROKER_PORT: '0',
  ADMIN_PASSWORD: 'lampada-di-prova-42',
  BACKUP_PASSPHRASE: 'una frase lunga, conservata altrove',
};
let server;

afterAll(async () => {
  await stopServer();
  rmSync(folder, { recursive: true });
});

async function startServer() {
  await stopServer();
  server = spawn(process.execPath, ['scripts/start.mjs'], { cwd: ROOT, env });
  let output = '';
  await new Promise((resolve, reject) => {
    server.once('exit', () => reject(new Error(`the server ended:\n${output}`)));
    for (const stream of [server.stdout, server.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        if (READY.test(output)) resolve();
      });
    }
  });
}

async function stopServer() {
  if (!server) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
  server = undefined;
}

/** Carries out a line of a page, where `/var/lib/semaforo` and `/var/backups` are folders of the test. */
async function carryOut(line) {
  const command = line.replaceAll('/var/backups', backups).replaceAll('/var/lib/semaforo', dataDir);
  if (command.startsWith('export ')) return expect(command).toContain('BACKUP_PASSPHRASE=');
  if (command === 'npm start') return startServer();
  if (/^(mv|npm run restore -- (?!--check))/.test(command)) await stopServer();
  if (/^npm run restore -- (?!--check)/.test(command)) rmSync(dataDir, { recursive: true, force: true });
  execFileSync('sh', ['-c', command], { cwd: ROOT, env, stdio: 'pipe' });
}

const commandsOf = (page) =>
  [...readFileSync(join(ROOT, `docs/${page}.md`), 'utf8').matchAll(/^```sh\n([^`]*)^```/gm)].flatMap(
    ([, block]) => block.trim().split('\n'),
  );

test('no page has commands that no test carries out', () => {
  const pages = readdirSync(join(ROOT, 'docs')).flatMap((name) => /^(.*)\.md$/.exec(name)?.[1] ?? []);
  expect(pages.filter((page) => commandsOf(page).length > 0).sort()).toEqual(
    [...PAGES, ...PAGES_OF_MACHINES].sort(),
  );
  const machines = readdirSync(join(ROOT, 'faults/install'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(ROOT, 'faults/install', name), 'utf8'));
  for (const page of PAGES_OF_MACHINES) expect(machines.join('')).toContain(`'${page}'`);
});

test('every command of the handbook does what its page says', async () => {
  mkdirSync(backups);
  env.PORT = String(await freePort());
  await startServer();
  for (const page of PAGES) {
    const commands = commandsOf(page);
    expect(commands.length, page).toBeGreaterThan(0);
    for (const command of commands) await carryOut(command);
  }
  expect(readdirSync(backups)).toHaveLength(3);
  expect(existsSync(`${dataDir}.guasta`)).toBe(true);
}, 600_000);
