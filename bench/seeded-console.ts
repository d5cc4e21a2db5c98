import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, logIn } from '@semaforo/client';
import { type OpenDatabase, openDatabase } from '@semaforo/server/database/engine';
import { embeddedBrokerSettings } from '@semaforo/testing/broker-settings';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { BUILT_SERVER, spawnServer } from '@semaforo/testing/server-process';
import { recordTurns } from './long-turns.ts';
import { type SeededSignal, seedSignals } from './seeded-rows.ts';

/** A console that was started on a database with many signals, with its embedded broker. */
export type SeededConsole = {
  readonly origin: string;
  readonly pid: number;
  readonly brokerPort: number;
  /** The API as the admin. */
  readonly admin: Client;
  readonly signals: readonly SeededSignal[];
  /** From the start of the process to the ready line. */
  readonly startedInMs: number;
  /** A folder for what is measured, removed when it is stopped. */
  readonly folder: string;
  /** Ends the server and starts it again on the same data; the process and its figures are others then. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** Operators have signals in even parts, and the password of the admin; without operators all are the admin's. */
export async function startSeededConsole(options: {
  signals: number;
  operators?: number;
  settings?: Record<string, string>;
  /** Puts more into the database before the console starts on it. */
  whenSeeded?: (database: OpenDatabase) => Promise<void>;
}): Promise<SeededConsole> {
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-bench-'));
  const brokerPort = await freePort();
  const settings = {
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    ...embeddedBrokerSettings(brokerPort),
    ...options.settings,
  };
  const signals = await seed(settings, options);
  const start = () => startTimed({ ...settings, ...recordTurns(folder) });
  let server = await start();
  const admin = await logIn(server, ADMIN);
  return {
    ...{ origin: server.origin, brokerPort, signals, folder, admin },
    get pid() {
      return server.pid;
    },
    get startedInMs() {
      return server.startedInMs;
    },
    restart: async () => {
      await server.end('SIGTERM');
      server = await start();
    },
    stop: async () => {
      await server.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startTimed(settings: Record<string, string>) {
  const startedAt = performance.now();
  const server = spawnServer(settings, BUILT_SERVER);
  const origin = await server.ready();
  return { ...server, origin, startedInMs: performance.now() - startedAt };
}

/** A first start makes the tables and the admin. */
async function seed(
  settings: Record<string, string> & { DATA_DIR: string },
  options: { signals: number; operators?: number; whenSeeded?: (database: OpenDatabase) => Promise<void> },
): Promise<SeededSignal[]> {
  const { signals, operators = 0, whenSeeded } = options;
  const server = spawnServer(settings, BUILT_SERVER);
  await server.ready();
  await server.end('SIGTERM');
  const database = openDatabase({ databaseUrl: settings.DATABASE_URL, dataDir: settings.DATA_DIR });
  try {
    const seeded = await seedSignals(database.db, { signals, operators });
    await whenSeeded?.(database);
    return seeded;
  } finally {
    await database.close();
  }
}
