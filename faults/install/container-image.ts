import { copyFileSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '@semaforo/testing/until';
import { BARE_IMAGE } from './bare-machine.ts';
import { commandBlocks } from './handbook-page.ts';
import { LIMITS, mustPodman, podman } from './podman.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NARROW = [
  '--read-only',
  '--tmpfs=/tmp',
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges',
  '--network=none',
];
const FIRST_PASSWORD = /Primo accesso: admin \/ (\S+)/;

/**
 * Builds the image from the package, on the bare machine's own (the public base needs a network), and looks at a
 * container of it: narrow, healthy, its data there after the container is replaced, ended in order.
 */
export async function tryContainerImage(file: string, folder: string): Promise<string[]> {
  const faults: string[] = [];
  const name = `semaforo-image-${process.pid}`;
  const image = `localhost/${name}`;
  const context = join(folder, 'context');
  mkdirSync(context);
  copyFileSync(file, join(context, basename(file)));
  mustPodman(
    'build',
    ...LIMITS,
    '--quiet',
    '--build-arg',
    `BASE=${BARE_IMAGE}`,
    ...buildArguments(image, context),
  );
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
    podman('rmi', '--force', image);
  }
  return faults;
}

/** What the handbook's page says to build with, for another name and folder. */
function buildArguments(image: string, context: string): string[] {
  const said = /^podman build (.*) --tag semaforo dist$/m.exec(commandBlocks('contenitori').join(''))?.[1];
  if (said === undefined) throw new Error('the page of the containers says nothing of how to build');
  const inProject = said.replace(/--file (\S+)/, (_all, file: string) => `--file ${join(ROOT, file)}`);
  return [...inProject.split(' '), '--tag', image, context];
}
