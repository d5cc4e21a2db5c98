import { copyFileSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BARE_IMAGE } from './bare-machine.ts';
import { commandBlocks } from './handbook-page.ts';
import { LIMITS, mustPodman } from './podman.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Builds the console's image from the package as the handbook's page says, on the bare machine's own (the public base
 * needs a network), under that name.
 */
export function buildConsoleImage(image: string, file: string, folder: string): void {
  const context = join(folder, 'context');
  mkdirSync(context, { recursive: true });
  copyFileSync(file, join(context, basename(file)));
  mustPodman(
    'build',
    ...LIMITS,
    '--quiet',
    '--build-arg',
    `BASE=${BARE_IMAGE}`,
    ...buildArguments(image, context),
  );
}

/** What the page says to build with, for another name and folder. */
function buildArguments(image: string, context: string): string[] {
  const reported = /^podman build (.*) --tag semaforo dist$/m.exec(
    commandBlocks('contenitori').join(''),
  )?.[1];
  if (reported === undefined) throw new Error('the page of the containers says nothing of how to build');
  const inProject = reported.replace(/--file (\S+)/, (_all, file: string) => `--file ${join(ROOT, file)}`);
  return [...inProject.split(' '), '--tag', image, context];
}
