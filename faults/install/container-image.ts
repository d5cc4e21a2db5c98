import { until } from '@semaforo/testing/until';
import { LIMITS, mustPodman, podman } from './podman.ts';

const NARROW = [
  '--read-only',
  '--tmpfs=/tmp',
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges',
  '--network=none',
];
export const FIRST_PASSWORD = /Primo accesso: admin \/ (\S+)/;

/** Looks at a container of the image: narrow, healthy, its data there after it is replaced, ended in order. */
export async function tryContainerImage(image: string): Promise<string[]> {
  const faults: string[] = [];
  const name = `semaforo-image-${process.pid}`;
  const start = async () => {
    mustPodman(
      'run',
      '--detach',
      '--name',
      name,
      ...NARROW,
      ...LIMITS,
      `--volume=${name}:/var/lib/semaforo`,
      image,
    );
    await until('the container is healthy', () => podman('healthcheck', 'run', name).status === 0);
  };
  try {
    await start();
    const inside = (line: string) => podman('exec', name, 'sh', '-c', line);
    if (inside('id -u').stdout.trim() !== '10001') faults.push('the container runs as another user');
    if (inside('touch /usr/lib/semaforo/x').status === 0) faults.push('the program may write to itself');
    const logs = podman('logs', name);
    const password = FIRST_PASSWORD.exec(logs.stdout + logs.stderr)?.[1];
    mustPodman('stop', '--time', '20', name);
    const code = mustPodman('inspect', '--format', '{{.State.ExitCode}}', name);
    if (code !== '0') faults.push(`the container ended with ${code}`);
    mustPodman('rm', name);
    await start();
    const body = JSON.stringify({ username: 'admin', password });
    const logIn = `curl --silent --fail --json '${body}' http://127.0.0.1:3000/api/login`;
    if (inside(logIn).status !== 0) faults.push('the first password does not log in to the next container');
  } finally {
    podman('rm', '--force', '--time', '1', name);
    podman('volume', 'rm', '--force', name);
  }
  return faults;
}
