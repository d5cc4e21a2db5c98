import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

test('docs/architecture.md names every import rule, and no other', () => {
  const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  const [, section = ''] = /## Who may import whom\n([\s\S]*?)\n## /.exec(page) ?? [];
  const lastCells = [...section.matchAll(/\|([^|]*)\|$/gm)].map(([, cell]) => cell);
  const named = lastCells.flatMap((cell) => [...cell.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name));

  expect(named.toSorted()).toEqual(forbidden.map(({ name }) => name).toSorted());
});
