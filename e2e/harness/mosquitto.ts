import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../apps/server/test/free-port.ts';
import { until } from '../../apps/server/test/until.ts';
import { findTestPrograms } from '../../scripts/machine.mjs';
import { startChild } from './child-process.ts';

/** A real Mosquitto that can be killed and brought back on the same port. */
export type Mosquitto = {
  readonly port: number;
  kill(): Promise<void>;
  comeBack(): Promise<void>;
  stop(): Promise<void>;
};

const { mosquitto: PROGRAM } = findTestPrograms();

/** False when this machine has no Mosquitto. */
export const hasMosquitto = PROGRAM !== undefined;

export async function startMosquitto(): Promise<Mosquitto> {
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-mosquitto-'));
  const port = await freePort();
  const config = join(folder, 'mosquitto.conf');
  writeFileSync(config, `listener ${port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\n`);
  let child = await launch(config, port);

  return {
    port,
    kill: () => child.end('SIGKILL'),
    async comeBack() {
      child = await launch(config, port);
    },
    async stop() {
      await child.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function launch(config: string, port: number) {
  const child = startChild(PROGRAM ?? '', ['-c', config]);
  await until('Mosquitto listens, or has ended', async () => child.hasEnded() || (await answers(port)));
  if (child.hasEnded()) throw new Error(`Mosquitto ended at its start:\n${child.output()}`);
  return child;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
