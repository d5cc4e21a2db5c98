import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN } from './credentials.ts';
import { freePort } from './free-port.mjs';
import { BUILT_SERVER, spawnServer } from './server-process.ts';

/** The built server, running on a port and a data folder of its own. */
export type BuiltServer = {
  readonly origin: string;
  readonly pid: number;
  /** Its data folder, removed when it is stopped. */
  readonly dataDir: string;
  /** From the start of the process to the ready line. */
  readonly startedInMs: number;
  /** What it has printed so far. */
  printed(): string;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
};

/**
 * Starts the built server with the given settings beside its own and waits until it is ready. Rejects with what it
 * printed when it ends before.
 */
export async function startBuiltServer(settings: Record<string, string>): Promise<BuiltServer> {
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-'));
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const startedAt = performance.now();
  const server = spawnServer(
    {
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      ...settings,
    },
    BUILT_SERVER,
  );
  const stop = async () => {
    await server.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  const origin = await server.ready().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const startedInMs = performance.now() - startedAt;

  return { origin, pid: server.pid, dataDir, startedInMs, printed: server.output, stop };
}
