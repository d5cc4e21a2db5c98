import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../packages/testing/src/free-port.mjs';

const ROOT = join(import.meta.dirname, '..');
/** Their commands are carried out one after the other, on one console, as somebody does who follows the page. */
const PAGES = ['copie-di-sicurezza', 'sicurezza', 'aggiornamento', 'cosa-fare-quando'];
/** For who has the package, too: a machine with it has no npm. */
const PAGES_OF_THE_PACKAGE = [...PAGES, 'impostazioni', 'sorveglianza', 'guida-operatore', 'installazione'];
/** Their commands are carried out on bare machines: faults/install. */
const PAGES_OF_MACHINES = ['contenitori', 'guida-installazione', 'installazione'];
/** Their commands are carried out by a test that names the page. */
const PAGES_OF_TESTS = { 'collegare-un-sistema': 'apps/server/src/connect-a-system.test.ts' };
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

/** The commands of the package, as they are from the sources. */
const FROM_SOURCES = [
  [/^semaforo (backup|restore) /, 'npm run $1 -- '],
  [/^semaforo audit-verify/, 'npm run audit:verify --'],
];

/**
 * Carries out a line of a page as it is from the sources, where `/var/lib/semaforo` and `/var/backups` are folders of
 * the test and the service is a server of it.
 */
async function carryOut(line) {
  if (line.startsWith('export ')) return expect(line).toContain('BACKUP_PASSPHRASE=');
  if (line === 'systemctl stop semaforo') return stopServer();
  if (line === 'systemctl start semaforo') return startServer();
  expect(line).toMatch(/^(semaforo|mv) /);
  const command = FROM_SOURCES.reduce((text, [from, to]) => text.replace(from, to), line)
    .replaceAll('/var/backups', backups)
    .replaceAll('/var/lib/semaforo', dataDir);
  execFileSync('sh', ['-c', command], { cwd: ROOT, env, stdio: 'pipe' });
}

const commandsOf = (page) =>
  [...readFileSync(join(ROOT, `docs/${page}.md`), 'utf8').matchAll(/^```sh\n([^`]*)^```/gm)].flatMap(
    ([, block]) => block.trim().split('\n'),
  );

test('no page has commands that no test carries out', () => {
  const pages = readdirSync(join(ROOT, 'docs')).flatMap((name) => /^(.*)\.md$/.exec(name)?.[1] ?? []);
  expect(pages.filter((page) => commandsOf(page).length > 0).sort()).toEqual(
    [...PAGES, ...PAGES_OF_MACHINES, ...Object.keys(PAGES_OF_TESTS)].sort(),
  );
  const machines = readdirSync(join(ROOT, 'faults/install'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(ROOT, 'faults/install', name), 'utf8'));
  for (const page of PAGES_OF_MACHINES) expect(machines.join('')).toContain(`'${page}'`);
  for (const [page, file] of Object.entries(PAGES_OF_TESTS))
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(`${page}.md`);
});

test.each(PAGES_OF_THE_PACKAGE)('%s names no npm where the package has a command of its own', (page) => {
  const text = readFileSync(join(ROOT, `docs/${page}.md`), 'utf8');
  const paragraphs = text.split(/\n{2,}|\n(?=[|#-])/);
  const ofSources = paragraphs.filter((words) =>
    /npm run (backup|restore|audit:verify|broker-files|watch)|npm start/.test(words),
  );
  expect(ofSources.filter((words) => !/dai sorgenti|`(semaforo|systemctl) /i.test(words))).toEqual([]);
});

test('the settings of a service are in one file', () => {
  const files = execFileSync('git', ['ls-files', 'docs', 'packaging', 'faults/install', 'README.md'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const named = files
    .trim()
    .split('\n')
    .filter((file) => !file.endsWith('.png'))
    .flatMap((file) => readFileSync(join(ROOT, file), 'utf8').match(/\/?etc\/[\w./-]*semaforo\.env/g) ?? []);
  expect([...new Set(named.map((path) => path.replace(/^\/?/, '/')))]).toEqual([
    '/etc/semaforo/semaforo.env',
  ]);
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
