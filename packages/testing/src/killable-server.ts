import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FailPoint } from '@semaforo/server/platform/fail-point';
import { outsideBrokerSettings } from './broker-settings.ts';
import { ADMIN } from './credentials.ts';
import { freePort } from './free-port.mjs';
import { bundleServer } from './server-bundle.ts';
import { type ServerProcess, spawnServer } from './server-process.ts';
import { until } from './until.ts';

/** How a life ended that no test ended: its fail point killed it, or it crashed or stopped. */
export type Ending = 'at its point' | 'otherwise';

/** One life of a server that may end itself. */
export type ServerLife = Pick<ServerProcess, 'output' | 'end'> & {
  /** Resolves to true when it answers requests, to false when it ended before. */
  untilReady: () => Promise<boolean>;
  /** How it has ended, undefined while it runs. */
  ending: () => Ending | undefined;
  /** Waits until it has ended; resolves to undefined when it does not within the time. */
  untilEnded: (withinMs: number) => Promise<Ending | undefined>;
};

/** A server built with fail points. All its lives share one data folder, address and broker. */
export type KillableServer = {
  origin: string;
  dataDir: string;
  start: () => ServerLife;
  /** From now on the server kills itself when it passes that point for the `pass`th time; undefined disarms it. */
  arm: (at: { point: FailPoint; pass: number } | undefined) => void;
  remove: () => void;
};

export async function createKillableServer(options: {
  brokerPort: number;
  settings: Record<string, string>;
}): Promise<KillableServer> {
  const bundle = bundleServer({ failPoints: true });
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-faults-'));
  const dataDir = join(folder, 'data');
  const armed = join(folder, 'fail-point');
  const port = await freePort();
  const settings = {
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    ...outsideBrokerSettings(options.brokerPort),
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
    start: () => lifeOf(spawnServer(settings, bundle.file)),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
      bundle.remove();
    },
  };
}

function lifeOf(server: ServerProcess): ServerLife {
  const { output, end, hasEnded } = server;
  const ending = () => {
    if (!hasEnded()) return undefined;
    return server.killedBy() === 'SIGKILL' ? 'at its point' : 'otherwise';
  };
  return {
    output,
    end,
    ending,
    untilReady: () =>
      server.ready().then(
        () => true,
        (error: unknown) => {
          if (hasEnded()) return false;
          throw error;
        },
      ),
    untilEnded: (withinMs) => until('the server has ended', hasEnded, withinMs).then(ending, () => undefined),
  };
}
