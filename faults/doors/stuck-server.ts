import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { embeddedBrokerSettings } from '@semaforo/testing/broker-settings';
import { freePort } from '@semaforo/testing/free-port';
import { BUILT_SERVER, spawnServer } from '@semaforo/testing/server-process';
import type { Attack } from './attack.ts';

const STOPPED_MS = 40_000;
/** Half a minute, and what a busy machine adds. */
const ENDS_WITHIN_MS = 60_000;
/** The loop is blocked for good at a signal, as it did in a reading of bulletins. */
const BLOCKS = "data:text/javascript,process.on('SIGUSR2',()=>{for(;;);})";

/** A server that was stopped for longer than its loop may be blocked goes on; one whose loop is ends by itself. */
export const stuckServer: Attack = {
  name: 'stuck server',
  bound: 'goes on after SIGSTOP, ends within a minute once its loop is blocked',
  run: async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'semaforo-stuck-'));
    const settings = {
      ...embeddedBrokerSettings(await freePort()),
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
    };
    const server = spawnServer({ ...settings, NODE_OPTIONS: `--import=${BLOCKS}` }, BUILT_SERVER);
    try {
      const origin = await server.ready();
      server.signal('SIGSTOP');
      await pause(STOPPED_MS);
      server.signal('SIGCONT');
      await pause(STOPPED_MS - 5000);
      const goesOn = !server.hasEnded() && (await fetch(`${origin}/healthz`)).ok;
      const blockedAt = performance.now();
      process.kill(server.pid, 'SIGUSR2');
      await Promise.race([server.closed, pause(ENDS_WITHIN_MS)]);
      const endedAfterMs = Math.round(performance.now() - blockedAt);
      const isSent = server.output().includes('the event loop is blocked');
      return {
        figures: { stoppedMs: STOPPED_MS, endedAfterMs, killedBy: server.killedBy() ?? 'nothing' },
        violations: [
          ...(goesOn ? [] : ['ended after SIGSTOP']),
          ...(server.hasEnded() ? [] : ['did not end']),
          ...(isSent ? [] : ['did not say why']),
        ],
      };
    } finally {
      await server.end('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
