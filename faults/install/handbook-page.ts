import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The blocks of commands of a page of the handbook, in their order, each a script for a shell. */
export function commandBlocks(page: string): string[] {
  const file = fileURLToPath(new URL(`../../docs/${page}.md`, import.meta.url));
  return [...readFileSync(file, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
}
