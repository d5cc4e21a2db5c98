import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { LIMITS, podman } from './podman.ts';

const SUITE = 'bookworm';
/** What a bare Debian server has besides what is essential. */
const BASE = 'systemd,systemd-sysv,dbus,debconf,ca-certificates,curl,procps';
/** What the handbook installs and the package's own needs: downloaded, so that the machine needs no network. */
const OFFERED = 'adduser libstdc++6 openssl postgresql postgresql-client mosquitto caddy nginx git sqlite3';
/** Its image, made anew when it is to have something else. */
export const BARE_IMAGE = `localhost/semaforo-bare-machine:${SUITE}-${createHash('sha256')
  .update(`${BASE} ${OFFERED}`)
  .digest('hex')
  .slice(0, 12)}`;

/** A Debian machine of its own, booted in a container without any network but its own loopback. */
export type BareMachine = {
  /** Runs a line of a shell as root; throws what it printed when it fails. */
  run: (line: string) => string;
  /** True when the line ends with 0. */
  does: (line: string) => boolean;
  /** Puts a file or a folder into its root's home, or where it is said, and returns where it is there. */
  give: (file: string, place?: string) => string;
  remove: () => void;
};

/** Boots one; undefined where the programs for it are missing or this user may not. */
export function bootBareMachine(name: string): BareMachine | undefined {
  if (!hasBareImage()) return undefined;
  const started = podman(
    'run',
    '--detach',
    '--name',
    name,
    '--systemd=always',
    '--network=none',
    ...LIMITS,
    BARE_IMAGE,
    '/sbin/init',
  );
  if (started.status !== 0) {
    podman('rm', '--force', name);
    console.log(started.stderr.trim());
    return undefined;
  }
  return {
    run: (line) => {
      const { status, stdout, stderr } = podman('exec', name, 'sh', '-ec', line);
      if (status !== 0) throw new Error(`${line}\n${stdout}${stderr}`);
      return stdout.trim();
    },
    does: (line) => podman('exec', name, 'sh', '-c', line).status === 0,
    give: (file, place = `/root/${basename(file)}`) => {
      const { status, stderr } = podman('cp', file, `${name}:${place}`);
      if (status !== 0) throw new Error(stderr);
      return place;
    },
    remove: () => void podman('rm', '--force', '--time', '1', name),
  };
}

/** Makes the image once; false where the programs for it are missing. */
export function hasBareImage(): boolean {
  if (podman('--version').status !== 0) return false;
  if (podman('image', 'exists', BARE_IMAGE).status === 0) return true;
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-machine-'));
  try {
    const archive = join(folder, 'root.tar');
    const download = `chroot "$1" apt-get install -qq --yes --download-only -o APT::Install-Recommends=true ${OFFERED}`;
    const hooks = [`--customize-hook=${download}`, '--skip=cleanup/apt'];
    const { status } = spawnSync(
      'mmdebstrap',
      ['--quiet', '--variant=minbase', `--include=${BASE}`, ...hooks, SUITE, archive],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    if (status !== 0) return false;
    return podman('import', '--quiet', archive, BARE_IMAGE).status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
