import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Child, startChild } from '../../apps/server/test/child-process.ts';
import { freePort } from '../../apps/server/test/free-port.ts';
import { until } from '../../apps/server/test/until.ts';

export const ADMIN = { username: 'admin', password: 'lampada-di-prova-42' };

/** The built server, running on a data folder of its own. */
export type ServerProcess = {
  readonly origin: string;
  readonly pid: number;
  /** Its data folder, removed when it is stopped. */
  readonly dataDir: string;
  /** From the start of the process to the ready line. */
  readonly startedInMs: number;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
};

const ROOT = join(import.meta.dirname, '../..');
const LEASH = pathToFileURL(join(ROOT, 'scripts/leash.mjs')).href;
const READY_LINE = /^Semaforo pronto su (http:\S+)$/m;

/** Starts the built server on a free port with the given settings and waits until it is ready; fails with what it printed when it ends before. */
export async function startServer(settings: Record<string, string>): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-'));
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const startedAt = performance.now();
  const child = startChild(process.execPath, ['--import', LEASH, join(ROOT, 'apps/server/dist/main.js')], {
    // Away from any .env file and from the settings of whoever runs the tests.
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const stop = async () => {
    await child.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  const origin = await readyOrigin(child).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const startedInMs = performance.now() - startedAt;

  return { origin, pid: child.pid, dataDir, startedInMs, stop };
}

async function readyOrigin(child: Child): Promise<string> {
  await until('the server is ready, or has ended', () => READY_LINE.test(child.output()) || child.hasEnded());
  const origin = READY_LINE.exec(child.output())?.[1];
  if (origin === undefined) throw new Error(`the server ended at its start:\n${child.output()}`);
  return origin;
}
