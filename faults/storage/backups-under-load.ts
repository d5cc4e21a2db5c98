import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startChild } from '@semaforo/testing/child-process';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { spawnServer } from '@semaforo/testing/server-process';
import { until } from '@semaforo/testing/until';
import { createWrittenTown, faultsOf } from './written-town.ts';

const LONGEST_LIFE_MS = 1500;

/**
 * Makes backups while devices are added, and kills every other one at a random moment. Each that is there under its
 * name must be whole and hold what was acknowledged before it began; the killed ones leave nothing in the way.
 */
export async function runBackupsUnderLoad(options: {
  backups: number;
  bundle: string;
}): Promise<{ made: number; killed: number; acknowledged: number; faults: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-backups-'));
  const settings = {
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
    EMBEDDED_BROKER_PORT: '0',
    ADMIN_PASSWORD: ADMIN.password,
    BACKUP_PASSPHRASE: 'la passphrase delle copie',
  };
  const start = (program: string, args: string[], more: Record<string, string> = {}) =>
    startChild(process.execPath, [join(dirname(options.bundle), `${program}.js`), ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...settings, ...more },
    });
  const faults: string[] = [];
  let made = 0;
  let killed = 0;

  const restored = async (file: string, acknowledged: readonly string[]) => {
    const dataDir = `${file}.restored`;
    const restore = start('restore', [file], { DATA_DIR: dataDir });
    if ((await restore.ended) !== 0) return [restore.output()];
    const found = await faultsOf(dataDir, acknowledged);
    rmSync(dataDir, { recursive: true });
    return found;
  };

  const server = spawnServer(settings, options.bundle);
  try {
    const town = await createWrittenTown(await server.ready());
    const writing = town.write();
    await until('the first devices are there', () => town.acknowledged().length > 0);
    for (let index = 1; index <= options.backups; index += 1) {
      const file = join(folder, `${index}.backup`);
      const acknowledged = town.acknowledged();
      const backup = start('backup', [file]);
      if (index % 2 === 0) {
        await delay(Math.random() * LONGEST_LIFE_MS);
        await backup.end('SIGKILL');
        killed += 1;
      } else if ((await backup.ended) !== 0) faults.push(`backup ${index}: ${backup.output()}`);
      if (!existsSync(file)) continue;
      made += 1;
      for (const fault of await restored(file, acknowledged)) faults.push(`backup ${index}: ${fault}`);
    }
    await writing.stop();
    const last = start('backup', [join(folder, 'last.backup')]);
    if ((await last.ended) !== 0) faults.push(`the backup after all: ${last.output()}`);
    const left = readdirSync(settings.DATA_DIR).filter((name) => name === 'copia-in-corso');
    if (left.length > 0) faults.push('a copy in clear text was left in the data folder');
    return { made, killed, acknowledged: town.acknowledged().length, faults };
  } finally {
    await server.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}
