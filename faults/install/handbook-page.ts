import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The blocks of commands of a page of the handbook, in their order, each a script for a shell. */
export function commandBlocks(page: string): string[] {
  return fencedBlocks(page, 'sh');
}

/** The blocks of a page in one language. */
export function fencedBlocks(page: string, language: string): string[] {
  const file = fileURLToPath(new URL(`../../docs/${page}.md`, import.meta.url));
  const fences = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm');
  return [...readFileSync(file, 'utf8').matchAll(fences)].map(([, block = '']) => block);
}
