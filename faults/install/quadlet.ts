import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@semaforo/testing/free-port';
import { until } from '@semaforo/testing/until';
import { LIMITS, podman, podmanLine } from './podman.ts';

const FILES = fileURLToPath(new URL('../../packaging/container', import.meta.url));
/** The first Debian whose podman brings Quadlet. */
const SUITE = 'trixie';
/** systemd's part: the process's control group and its readiness. */
const OF_SYSTEMD = /--cgroups=split|--sdnotify=conmon/g;

/**
 * Has Quadlet's own generator read the files, then starts the container by the line that it made, in the place of
 * systemd, and waits until it is healthy.
 */
export async function tryQuadlet(image: string, folder: string): Promise<string[]> {
  const root = join(folder, 'quadlet');
  const made = spawnSync('mmdebstrap', [
    ...['--quiet', '--variant=essential', '--aptopt=APT::Install-Recommends "false"'],
    ...['--include=podman', SUITE, root],
  ]);
  if (made.status !== 0) throw new Error(String(made.stderr));
  const units = join(root, 'etc/containers/systemd');
  mkdirSync(units, { recursive: true });
  for (const file of ['semaforo.container', 'semaforo.volume'])
    copyFileSync(join(FILES, file), join(units, file));
  const { stdout, stderr, status } = spawnSync('chroot', [root, '/usr/libexec/podman/quadlet', '-dryrun'], {
    encoding: 'utf8',
  });
  const line = /^ExecStart=\/usr\/bin\/podman run (.*)$/m.exec(stdout)?.[1];
  if (status !== 0 || line === undefined) return [`Quadlet does not take the files: ${stderr}`];

  const name = `semaforo-quadlet-${process.pid}`;
  const home = join(folder, 'home');
  mkdirSync(join(home, '.config'), { recursive: true });
  writeFileSync(join(home, '.config/semaforo.env'), 'LOG_LEVEL=info\n');
  const reports = line
    .replace(OF_SYSTEMD, '')
    .replace('--publish 127.0.0.1:3000:', `--publish 127.0.0.1:${await freePort()}:`)
    .replace('localhost/semaforo:latest', image)
    .replaceAll('%h', home)
    .replaceAll('%t', folder)
    .replaceAll('systemd-%N', name)
    .replaceAll('systemd-semaforo', name)
    .replaceAll('%N', name);
  try {
    const started = podmanLine(`run ${LIMITS.join(' ')} ${reports}`);
    if (started.status !== 0) return [`the container of Quadlet does not start: ${started.stderr}`];
    const isHealthy = () => podman('healthcheck', 'run', name).status === 0;
    await until('the container of Quadlet is healthy', isHealthy);
    return [];
  } catch (error) {
    return [`${String(error)}: ${podman('logs', name).stderr}`];
  } finally {
    podman('rm', '--force', '--time', '1', name);
    podman('volume', 'rm', '--force', name);
  }
}
