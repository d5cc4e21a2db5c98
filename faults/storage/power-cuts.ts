import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { spawnServer } from '@semaforo/testing/server-process';
import { until } from '@semaforo/testing/until';
import type { FlushedCopy } from './flushed-copy.ts';
import { createWrittenTown, faultsOf, type WrittenTown } from './written-town.ts';

const LONGEST_BETWEEN_MS = 300;
/** Far slower than any disk that works; slow enough to be told of. */
const SLOW_FLUSH_MS = 700;
const ANSWERED_WITHIN_MS = 10_000;

/**
 * Takes, at random moments while devices are added, what a power cut would leave: only what was flushed by then. Every
 * device that was acknowledged before must be in it. Then flushes fail for a while: nothing is acknowledged meanwhile.
 * Then they are slow: nothing is acknowledged before its flush, and pages are read.
 */
export async function runPowerCuts(options: {
  cuts: number;
  bundle: string;
  flushed: FlushedCopy;
}): Promise<{ acknowledged: number; faults: string[] }> {
  const { flushed } = options;
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-power-'));
  const server = spawnServer(
    {
      DATA_DIR: join(folder, 'data'),
      PORT: String(await freePort()),
      EMBEDDED_BROKER_PORT: '0',
      ADMIN_PASSWORD: ADMIN.password,
      ...flushed.settings,
    },
    options.bundle,
  );
  const faults: string[] = [];
  try {
    const town = await createWrittenTown(await server.ready());
    const writing = town.write();
    await until('the first devices are there', () => town.acknowledged().length > 0);
    const cut = async (name: string) => {
      const acknowledged = town.acknowledged();
      server.signal('SIGSTOP');
      const image = mkdtempSync(join(folder, 'image-'));
      flushed.copyInto(image);
      server.signal('SIGCONT');
      for (const fault of await faultsOf(image, acknowledged)) faults.push(`${name}: ${fault}`);
      rmSync(image, { recursive: true });
    };
    for (let index = 1; index <= options.cuts; index += 1) {
      await delay(Math.random() * LONGEST_BETWEEN_MS);
      await cut(`cut ${index}`);
    }
    flushed.failFlushes(true);
    await writing.stop();
    const before = town.acknowledged().length;
    const refused = await town.addDevice();
    if (refused.status !== 503 || town.acknowledged().length !== before) {
      faults.push(`a write that could not be flushed was answered with ${refused.status}`);
    }
    flushed.failFlushes(false);
    await until('writes are taken again', async () => (await town.addDevice()).status === 201);
    await cut('after flushes had failed');
    faults.push(...(await writeSlowly(town, flushed)));
    await cut('after slow flushes');
    return { acknowledged: town.acknowledged().length, faults };
  } finally {
    await server.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writeSlowly(town: WrittenTown, flushed: FlushedCopy): Promise<string[]> {
  const faults: string[] = [];
  flushed.slowFlushes(SLOW_FLUSH_MS);
  for (let write = 0; write < 3; write += 1) {
    const { status, tookMs } = await town.addDevice();
    if (status !== 201) faults.push(`slow flushes: a write was answered with ${status}`);
    if (tookMs < SLOW_FLUSH_MS)
      faults.push(`slow flushes: acknowledged after ${tookMs} ms, before its flush`);
    if (tookMs > ANSWERED_WITHIN_MS) faults.push(`slow flushes: acknowledged after ${tookMs} ms`);
  }
  // It is said to be bad for as long as its failures are remembered.
  await until('the database is said to be slow', async () => {
    await town.addDevice();
    return (await town.admin('getSystem')).database.health === 'warning';
  });
  flushed.slowFlushes(0);
  return faults;
}
