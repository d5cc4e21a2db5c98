import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN } from './credentials.ts';
import { freePort } from './free-port.mjs';
import { BUILT_SERVER, spawnServer } from './server-process.ts';

/** The built server, running on a port and a data folder of its own. */
export type BuiltServer = {
  readonly origin: string;
  /** Of the process that runs now. */
  readonly pid: number;
  /** Its data folder, removed when it is stopped. */
  readonly dataDir: string;
  /** From the start of the process to the ready line. */
  readonly startedInMs: number;
  /** What the process that runs now has printed so far. */
  printed(): string;
  /** Stops it, does what is to be done meanwhile and starts it with the same settings on the same data. */
  restart(meanwhile: () => Promise<void>): Promise<void>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
};

/**
 * Starts the built server with the given settings beside its own, and with those flags of Node's, and waits until it is
 * ready. Rejects with what it printed when it ends before.
 */
export async function startBuiltServer(
  settings: Record<string, string>,
  flags: readonly string[] = [],
): Promise<BuiltServer> {
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-'));
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const startedAt = performance.now();
  const spawn = () =>
    spawnServer(
      {
        PORT: String(port),
        DATA_DIR: dataDir,
        ADMIN_USERNAME: ADMIN.username,
        ADMIN_PASSWORD: ADMIN.password,
        ...settings,
      },
      BUILT_SERVER,
      flags,
    );
  let server = spawn();
  const stop = async () => {
    await server.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  const origin = await server.ready().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const startedInMs = performance.now() - startedAt;

  return {
    origin,
    get pid() {
      return server.pid;
    },
    dataDir,
    startedInMs,
    printed: () => server.output(),
    restart: async (meanwhile) => {
      await server.end('SIGTERM');
      await meanwhile();
      server = spawn();
      await server.ready();
    },
    stop,
  };
}
