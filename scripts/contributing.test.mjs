import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (file) => readFileSync(join(ROOT, file), 'utf8');
const page = read('CONTRIBUTING.md');

test('each place where the first change inserts code exists once in its file', () => {
  let file = '';
  const places = [
    ...page.matchAll(/(?:[Ii]n \[[^\]]+\]\(([^)]+)\)|in the same file),\s+before `([^`]+)`/g),
  ].map(([, named, anchor]) => {
    file = named ?? file;
    return `${file}: ${read(file).split(anchor).length - 1}`;
  });
  expect(places).toHaveLength(5);
  expect(places.filter((place) => !place.endsWith(': 1'))).toEqual([]);
});

test('the table of long runs names exactly the runs that exist', () => {
  const [, table] = page.split('## Long runs that break things');
  const named = [...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
  const runs = readdirSync(join(ROOT, 'faults'))
    .filter((file) => file.endsWith('.fault.ts'))
    .map((file) => file.slice(0, -'.fault.ts'.length));
  expect(named.sort()).toEqual(runs.sort());
});
