import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Child, startChild } from './child-process.ts';
import { readMeasures, refuseLeakedSecrets } from './leaked-secrets.ts';
import { until } from './until.ts';

/** A server in a process of its own. */
export type ServerProcess = Child & {
  /** Resolves to its origin once it is ready. Rejects with what it printed when it ends before. */
  ready(): Promise<string>;
};

export const SERVER_ROOT = fileURLToPath(new URL('../../../apps/server', import.meta.url));

/** The bundle that `npm run build` makes. */
export const BUILT_SERVER = join(SERVER_ROOT, 'dist/main.js');

const LEASH = new URL('leash.mjs', import.meta.url).href;
const READY_LINE = /^Semaforo pronto su (http:\S+)$/m;
const READY_WITHIN_MS = 60_000;

/**
 * Starts a bundle of the server with these settings only, and with those flags of Node's. It ends with this process.
 * However it ends, a secret in what it printed is an error that nobody catches: it fails the run. So is one in its
 * measures, where it is asked to end.
 */
export function spawnServer(
  settings: Record<string, string>,
  bundle: string,
  flags: readonly string[] = [],
): ServerProcess {
  const child = startChild(process.execPath, [...flags, '--import', LEASH, bundle], {
    // Away from any .env file.
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let measured = '';
  void child.closed.then(() => refuseLeakedSecrets([child.output(), measured], settings));
  return {
    ...child,
    end: async (signal) => {
      const origin = READY_LINE.exec(child.output())?.[1];
      // One that is killed is to end at this very moment.
      if (signal === 'SIGTERM' && origin !== undefined) measured = await readMeasures(origin);
      return child.end(signal);
    },
    ready: () =>
      until(
        'the server is ready',
        () => {
          if (child.hasEnded()) throw new Error(`the server ended at its start:\n${child.output()}`);
          return READY_LINE.exec(child.output())?.[1];
        },
        READY_WITHIN_MS,
      ),
  };
}
