import { spawnSync } from 'node:child_process';

/** The older runtime, where it is: it also runs beside both versions of control groups. */
const RUNTIME = spawnSync('runc', ['--version']).status === 0 ? ['--runtime', 'runc'] : [];

/** Limits below the caller's own: to raise them takes a right that a container's root may not have. */
export const LIMITS = ['--ulimit', 'nofile=10000:10000', '--ulimit', 'nproc=10000:10000'];

/** Runs podman to its end. */
export function podman(...args: string[]) {
  return spawnSync('podman', [...RUNTIME, ...args], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

/** Runs podman with the words of a shell's line. */
export function podmanLine(line: string) {
  return spawnSync('sh', ['-c', `podman ${RUNTIME.join(' ')} ${line}`], { encoding: 'utf8' });
}

/** Runs podman; what it printed, or an error with it. */
export function mustPodman(...args: string[]): string {
  const { status, stdout, stderr } = podman(...args);
  if (status !== 0) throw new Error(`podman ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout.trim();
}
