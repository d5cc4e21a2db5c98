import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { childEnvironment } from '../platform/child-environment.ts';
import { BackupError } from './backup-error.ts';

const LONGEST_COMPLAINT = 2000;

/** What `pg_dump` writes (its custom format) of the database in a snapshot that another connection holds. */
export async function* dumpPostgres(databaseUrl: string, snapshot: string): AsyncGenerator<Buffer> {
  const program = start('pg_dump', databaseUrl, [
    '--format=custom',
    '--no-owner',
    '--no-privileges',
    `--snapshot=${snapshot}`,
  ]);
  try {
    for await (const part of program.child.stdout) yield part as Buffer;
    await program.succeeded();
  } finally {
    program.child.kill();
  }
}

/** Fills an empty database from such a dump, all of it or nothing. */
export async function restorePostgres(databaseUrl: string, dump: AsyncIterable<Buffer>): Promise<void> {
  const options = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'];
  const program = start('pg_restore', databaseUrl, options);
  const { stdin } = program.child;
  // Why it took no more is told by its end.
  stdin.on('error', () => {});
  try {
    for await (const part of dump) {
      if (!stdin.writable) break;
      if (!stdin.write(part)) await Promise.race([once(stdin, 'drain'), once(stdin, 'close')]);
    }
    stdin.end();
    await program.succeeded();
  } finally {
    // A dump that turns out damaged: without its end, nothing of it is committed.
    program.child.kill('SIGKILL');
  }
}

function start(name: 'pg_dump' | 'pg_restore', databaseUrl: string, options: readonly string[]) {
  const { address, password } = withoutPassword(databaseUrl);
  const child = spawn(name, [...options, `--dbname=${address}`], {
    env: childEnvironment(password === '' ? {} : { PGPASSWORD: password }),
    stdio: 'pipe',
  });
  let complaint = '';
  child.stderr.on('data', (part: Buffer) => {
    complaint = (complaint + part.toString()).slice(-LONGEST_COMPLAINT);
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => reject(failureToStart(name, error)));
    child.once('close', resolve);
  });
  // Heard by `succeeded`, which may be asked later.
  ended.catch(() => undefined);
  const succeeded = async () => {
    const code = await ended;
    if (code !== 0) throw new BackupError(`${name} non è riuscito: ${lastLine(complaint)}`);
  };
  return { child, succeeded };
}

function failureToStart(name: string, error: NodeJS.ErrnoException): Error {
  if (error.code !== 'ENOENT') return error;
  return new BackupError(
    `Manca il programma ${name}: si installa con il pacchetto postgresql-client, della versione del server o successiva`,
  );
}

/** Arguments of a program can be read by everybody on the machine, its environment only by its owner. */
function withoutPassword(databaseUrl: string): { address: string; password: string } {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return { address: url.href, password };
}

function lastLine(complaint: string): string {
  return complaint.trim().split('\n').at(-1) ?? '';
}
