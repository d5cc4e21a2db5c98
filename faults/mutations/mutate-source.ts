import { readFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import type { Mutation } from './mutations.ts';

type Load = (url: string, context: unknown, next: (url: string, context: unknown) => unknown) => unknown;

/** Of Node 24, whose types are those of its first version that runs the launcher. */
const { registerHooks } = nodeModule as unknown as { registerHooks: (hooks: { load: Load }) => void };

const ROOT = new URL('../../', import.meta.url);

/** Has the file of the mutation be loaded as the mutation wants it. Throws when the file has not that piece once. */
export function mutateSource({ file, from, to }: Mutation): void {
  const address = new URL(file, ROOT);
  const source = readFileSync(address, 'utf8');
  if (source.split(from).length !== 2) throw new Error(`${file} has not once: ${from}`);
  const mutated = transformSync(
    source.replace(from, () => to),
    { loader: 'ts', format: 'esm', target: 'node24' },
  );
  const path = fileURLToPath(address);
  registerHooks({
    load: (url, context, next) =>
      url.startsWith('file:') && fileURLToPath(url.split('?')[0] ?? url) === path
        ? { format: 'module', source: mutated.code, shortCircuit: true }
        : next(url, context),
  });
}
