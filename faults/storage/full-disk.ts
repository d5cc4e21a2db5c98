import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { spawnServer } from '@semaforo/testing/server-process';
import { until } from '@semaforo/testing/until';
import type { FlushedCopy } from './flushed-copy.ts';
import { type LiveView, openLiveView } from './live-view.ts';
import { createWrittenTown, faultsOf } from './written-town.ts';

const SIZE_MB = 24;
const REFUSED_WITHIN_MS = 1000;
const BACK_WITHIN_MS = 5000;

/** A small disk of its own for a data folder. */
type SmallDisk = {
  dataDir: string;
  fill: () => void;
  free: () => void;
  readOnly: (isReadOnly: boolean) => void;
  remove: () => void;
};

/** Undefined where this process may not mount one. */
function mountSmallDisk(): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', folder]);
  if (status !== 0) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const filler = join(folder, 'filler');
  return {
    dataDir,
    fill: () => {
      // `dd` takes what is left, to the last block.
      spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k']);
    },
    free: () => rmSync(filler, { force: true }),
    readOnly: (is) => execFileSync('mount', ['-o', `remount,${is ? 'ro' : 'rw'}`, folder]),
    remove: () => {
      execFileSync('umount', [folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * What a server did whose disk was full, then read-only (where writes can be refused), and that was then started on a
 * read-only disk; undefined where no small disk can be mounted.
 */
export async function runFullDisk(options: {
  bundle: string;
  flushed: FlushedCopy | undefined;
}): Promise<{ faults: string[]; slowestRefusalMs: number; backInMs: number } | undefined> {
  const disk = mountSmallDisk();
  if (!disk) return undefined;
  const { bundle, flushed } = options;
  const brokerPort = await freePort();
  const settings = {
    DATA_DIR: disk.dataDir,
    PORT: String(await freePort()),
    EMBEDDED_BROKER_PORT: String(brokerPort),
    EMBEDDED_BROKER_PASSWORD: BROKER_LOGIN.password,
    EMBEDDED_BROKER_SHARED_LOGIN: 'true',
    ADMIN_PASSWORD: ADMIN.password,
  };
  const server = spawnServer({ ...settings, ...flushed?.settings }, bundle);
  const faults: string[] = [];
  let slowestRefusalMs = 0;
  let backInMs = 0;
  let live: LiveView | undefined;
  try {
    const origin = await server.ready();
    const town = await createWrittenTown(origin);
    await town.addDevice();
    const [topic = ''] = town.acknowledged();
    live = await openLiveView({ origin, brokerPort, topic });
    if (!(await live.receives())) faults.push('the live view heard nothing, before anything was full');
    const outage = async (name: string, begin: () => void, end: () => void) => {
      begin();
      // What the log of the database has room for is still taken, and is durable.
      const refused = await until(`a write is refused (${name})`, async () => {
        const answer = await town.addDevice();
        return answer.status !== 201 && answer;
      });
      slowestRefusalMs = Math.max(slowestRefusalMs, refused.tookMs);
      if (refused.status !== 503) faults.push(`${name}: a write was answered with ${refused.status}`);
      if (!refused.error?.includes('il disco')) faults.push(`${name}: it was commanded ${refused.error}`);
      if (refused.tookMs > REFUSED_WITHIN_MS)
        faults.push(`${name}: it was commanded after ${refused.tookMs} ms`);
      const views = [await town.admin.attempt('listDeviceStatuses'), await town.admin.attempt('getMe')];
      if (!views.every(({ ok }) => ok)) faults.push(`${name}: a page could not be read`);
      if (!(await live?.receives())) faults.push(`${name}: an open page did not hear of a report`);
      end();
      const endedAt = performance.now();
      await until(`writes are taken again (${name})`, async () => (await town.addDevice()).status === 201);
      backInMs = Math.max(backInMs, performance.now() - endedAt);
      if (backInMs > BACK_WITHIN_MS) faults.push(`${name}: back after ${backInMs} ms`);
    };
    await outage('full disk', disk.fill, disk.free);
    await outage(
      'full disk, again',
      () => {
        writeFileSync(join(disk.dataDir, 'room'), Buffer.alloc(100_000));
        disk.fill();
        rmSync(join(disk.dataDir, 'room'));
      },
      disk.free,
    );
    if (flushed) {
      await outage(
        'read-only disk',
        () => flushed.refuseWrites(true),
        () => flushed.refuseWrites(false),
      );
    }
    await server.end('SIGTERM');
    faults.push(...(await startReadOnly({ disk, settings, bundle })));
    faults.push(...(await faultsOf(disk.dataDir, town.acknowledged())));
    return { faults, slowestRefusalMs, backInMs };
  } finally {
    await live?.close();
    await server.end('SIGKILL');
    disk.remove();
  }
}

/** Starts a server on a disk that is read-only: it says so and ends; and again when it is writable. */
async function startReadOnly(options: {
  disk: SmallDisk;
  settings: Record<string, string>;
  bundle: string;
}): Promise<string[]> {
  const { disk, settings, bundle } = options;
  disk.readOnly(true);
  const refused = spawnServer(settings, bundle);
  try {
    await until('a server ends that was started on a read-only disk', refused.hasEnded);
  } finally {
    await refused.end('SIGKILL');
    disk.readOnly(false);
  }
  const code = await refused.ended;
  const server = spawnServer(settings, bundle);
  await server.ready();
  await server.end('SIGTERM');
  const sent = refused.output().trim();
  const isSent =
    code === 1 && /^La cartella dei dati \S+ non è utilizzabile: il disco è in sola lettura$/.test(sent);
  return isSent ? [] : [`started on a read-only disk it ended with ${code} and said: ${sent}`];
}
