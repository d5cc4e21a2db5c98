import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.mjs';
import { findTestPrograms } from './machine.mjs';
import { until } from './until.ts';

const LOGIN = 'semaforo';

/** Speed instead of safety: the databases live as long as the test run. */
const SERVER_SETTINGS = [
  // Who leaves the log-in half done would keep others from making and dropping databases for a minute.
  'authentication_timeout=10s',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=200',
];

/** It starts slowly on a machine that is busy with other tests. */
const START_WITHIN_MS = 60_000;

type Postgres = {
  url: string;
  /** Resolves to the URL of a new, empty database. */
  createDatabase: (name: string) => Promise<string>;
  stop: () => Promise<void>;
};

/**
 * Starts a PostgreSQL of its own on a loopback port. Resolves to undefined when the machine has no PostgreSQL, or no
 * account to run it with.
 */
export async function startPostgres(): Promise<Postgres | undefined> {
  const { postgres: initdb } = findTestPrograms();
  const owner = findOwner();
  if (initdb === undefined || owner === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-postgres-'));
  if (owner !== 'self') chownSync(folder, owner.uid, owner.gid);
  const as = { stdio: 'ignore', cwd: folder, ...(owner !== 'self' && owner) } as const;
  const cluster = join(folder, 'cluster');
  const initial = ['--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync', `--username=${LOGIN}`];
  execFileSync(initdb, ['-D', cluster, ...initial], as);

  const port = await freePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    ...SERVER_SETTINGS,
  ];
  const server = spawn(
    join(dirname(realpathSync(initdb)), 'postgres'),
    ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])],
    as,
  );
  const url = `postgres://${LOGIN}@127.0.0.1:${port}/postgres`;
  await until('PostgreSQL answers', () => answers(url), START_WITHIN_MS);
  return {
    url,
    createDatabase: (name) => createDatabase(url, name),
    stop: async () => {
      await end(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root, so root runs it with another account. */
function findOwner(): { uid: number; gid: number } | 'self' | undefined {
  if (process.getuid?.() !== 0) return 'self';
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = ['postgres', 'nobody'].flatMap((name) =>
    accounts.filter((fields) => fields[0] === name),
  )[0];
  return account && { uid: Number(account[2]), gid: Number(account[3]) };
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    return true;
  } catch {
    // It does not listen yet: the caller asks again.
    return false;
  } finally {
    // A connection that never stood cannot be ended.
    await client.end().catch(() => undefined);
  }
}

async function createDatabase(connectionString: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  await client.end();
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.href;
}

/** SIGINT is PostgreSQL's fast shutdown: it ends open connections. */
async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGINT');
  await ended;
}
