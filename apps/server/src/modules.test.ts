import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('no module is named, not even in a closure, before it is built', () => {
  const text = readFileSync(join(import.meta.dirname, 'modules.ts'), 'utf8');
  const body = text.slice(text.indexOf('export function createModules'));
  const built = [...body.matchAll(/^ {2}const (\w+) = create\w+\(/gm)].map(([line, name = '']) => ({
    name,
    firstNamed: body.search(new RegExp(`(?<![.\\w])${name}\\.`)),
    from: body.indexOf(line),
  }));
  expect(built.length).toBeGreaterThan(15);
  expect(built.filter(({ firstNamed, from }) => firstNamed !== -1 && firstNamed < from)).toEqual([]);
});
