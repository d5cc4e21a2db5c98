import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ADMIN } from '@semaforo/e2e/harness/server-process';
import type { FailPoint } from '../../apps/server/src/platform/fail-point.ts';
import { startChild } from '../../apps/server/test/child-process.ts';
import { freePort } from '../../apps/server/test/free-port.ts';
import { until } from '../../apps/server/test/until.ts';

/** How a life ended that nobody ended: its fail point killed it, or it crashed, or stopped. */
export type Ending = 'at its point' | 'otherwise';

/** One life of a server that may end itself. */
export type ServerLife = {
  /** Resolves to true when it answers requests, to false when it ended before. */
  untilReady: () => Promise<boolean>;
  /** How it has ended, undefined while it runs. */
  ending: () => Ending | undefined;
  /** Waits until it has ended; resolves to undefined when it does not within the time. */
  untilEnded: (withinMs: number) => Promise<Ending | undefined>;
  /** What it printed. */
  output: () => string;
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
};

/** A server built with fail points, on one data folder, address and broker through all its lives. */
export type KillableServer = {
  origin: string;
  dataDir: string;
  start: () => ServerLife;
  /** From now on, or from the next start, it kills itself when it passes that point for the `pass`th time; at none when undefined. */
  arm: (at: { point: FailPoint; pass: number } | undefined) => void;
  remove: () => void;
};

const ROOT = join(import.meta.dirname, '../..');
const SERVER_ROOT = join(ROOT, 'apps/server');
const LEASH = pathToFileURL(join(ROOT, 'scripts/leash.mjs')).href;
const READY_LINE = /^Semaforo pronto su /m;

export async function createKillableServer(options: {
  brokerPort: number;
  settings: Record<string, string>;
}): Promise<KillableServer> {
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-faults-'));
  const dataDir = join(folder, 'data');
  // Beside the product's own build: there it finds packages and web app alike.
  const bundle = join(SERVER_ROOT, `dist/${basename(folder)}.js`);
  execFileSync(process.execPath, ['build.mjs', '--fail-points', '--outfile', bundle], {
    cwd: SERVER_ROOT,
    stdio: 'pipe',
  });
  const armed = join(folder, 'fail-point');
  const port = await freePort();
  const environment = {
    PATH: process.env.PATH,
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    EMBEDDED_BROKER_PORT: '0',
    MQTT_HOST: '127.0.0.1',
    MQTT_PORT: String(options.brokerPort),
    SEMAFORO_FAIL_POINT: armed,
    ...options.settings,
  };

  // Renamed into place: the server reads it at any moment.
  const arm = (at: { point: FailPoint; pass: number } | undefined) => {
    writeFileSync(`${armed}.new`, at ? `${at.point}:${at.pass}` : '');
    renameSync(`${armed}.new`, armed);
  };
  arm(undefined);

  return {
    origin: `http://127.0.0.1:${port}`,
    dataDir,
    arm,
    start: () => {
      const child = startChild(process.execPath, ['--import', LEASH, bundle], {
        cwd: folder,
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      const isReady = () => READY_LINE.test(child.output());
      const ending = () => {
        if (!child.hasEnded()) return undefined;
        return child.killedBy() === 'SIGKILL' ? 'at its point' : 'otherwise';
      };
      return {
        untilReady: async () => {
          await until('the server is ready, or has ended', () => isReady() || child.hasEnded(), 60_000);
          return !child.hasEnded();
        },
        ending,
        untilEnded: (withinMs) =>
          until('the server has ended', child.hasEnded, withinMs).then(ending, () => undefined),
        output: child.output,
        end: child.end,
      };
    },
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
      for (const ending of ['', '.map', '.LEGAL.txt']) rmSync(bundle + ending, { force: true });
    },
  };
}
