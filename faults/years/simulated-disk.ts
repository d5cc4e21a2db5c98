import { copyFileSync, existsSync } from 'node:fs';
import SqliteConnection from 'better-sqlite3';
import { world } from './simulated-host.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** What the disk does to what is written. */
export type DiskFault = 'full' | 'read-only' | 'failing';

const CODES: Readonly<Record<DiskFault, string>> = {
  full: 'SQLITE_FULL',
  'read-only': 'SQLITE_READONLY',
  failing: 'SQLITE_IOERR_WRITE',
};
const WRITES =
  /^(insert|update|delete|create|drop|alter|commit|with [^(]+ as \(.*\) (insert|update|delete))/i;

type Connection = SqliteConnection.Database;
type Statement = ReturnType<Connection['prepare']>;

/** What a process meets that has ended. */
export class EndedError extends Error {}

/**
 * The disk under SQLite. It fails as it is told, ends the process that writes to it at a statement that was drawn, and
 * forgets, in a power cut, what was not flushed: only the log of SQLite grows, and its commits are flushed but those
 * that say that they need not be.
 */
export const disk = {
  fault: undefined as DiskFault | undefined,
  /** The process ends at the so manyth statement from now; 0: it does not. */
  endsIn: 0,
  /** Called when the process was ended by that. */
  ended: (_process: SimulatedProcess) => {},
};

const opened = new Set<Connection>();
let isFull = true;
/** The file whose last commits the disk may still forget; beside it stands what it would keep. */
let forgettable: string | undefined;

function before(sql: string): void {
  const running = world.running();
  if (running?.isAlive() === false) throw new EndedError('this process has ended');
  if (running && disk.endsIn > 0) {
    disk.endsIn -= 1;
    if (disk.endsIn === 0) {
      running.end();
      disk.ended(running);
      throw new EndedError('this process ends here');
    }
  }
  // What reads and copies beside the server is on another disk.
  if (!running || disk.fault === undefined || !WRITES.test(sql)) return;
  throw new SqliteConnection.SqliteError(`disk fault: ${disk.fault}`, CODES[disk.fault]);
}

function after(connection: Connection, sql: string): void {
  if (/^pragma synchronous/i.test(sql)) {
    isFull = /full/i.test(sql);
    if (!isFull && forgettable === undefined) keep(connection.name);
  }
  if (isFull && !connection.inTransaction && WRITES.test(sql)) forgettable = undefined;
}

function keep(file: string): void {
  for (const part of [file, `${file}-wal`]) if (existsSync(part)) copyFileSync(part, `${part}.kept`);
  forgettable = file;
}

/** Has every statement of every connection pass this disk. */
export function installDisk(): void {
  const probe = new SqliteConnection(':memory:');
  const prototype = Object.getPrototypeOf(probe.prepare('select 1')) as Statement;
  probe.close();
  for (const method of ['prepare', 'exec'] as const) {
    const original = SqliteConnection.prototype[method] as (...given: unknown[]) => unknown;
    Object.assign(SqliteConnection.prototype, {
      [method](this: Connection, ...given: unknown[]) {
        opened.add(this);
        return original.apply(this, given);
      },
    });
  }
  for (const method of ['run', 'all', 'get'] as const) {
    const original = prototype[method] as (...given: unknown[]) => unknown;
    Object.assign(prototype, {
      [method](this: Statement, ...given: unknown[]) {
        before(this.source);
        const result = original.apply(this, given);
        after(this.database, this.source);
        return result;
      },
    });
  }
}

/** Closes what a process had open that was killed, or that lost its power: then what was not flushed is gone. */
export function closeAbruptly(folder: string, losesPower: boolean): void {
  for (const connection of opened) if (connection.name.startsWith(folder)) connection.close();
  opened.clear();
  isFull = true;
  if (losesPower && forgettable !== undefined) {
    for (const part of [forgettable, `${forgettable}-wal`]) {
      if (existsSync(`${part}.kept`)) copyFileSync(`${part}.kept`, part);
    }
  }
  forgettable = undefined;
}
