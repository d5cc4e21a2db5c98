import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');
const SHARED = /^(?!.*\.alone\.).*\.test\.tsx?$/;
const REPLACES = /\bvi\.(mock|doMock|resetModules)\(/;

test('who replaces a module has a process of its own: others would be given that module too', () => {
  const shared = readdirSync(SOURCES, { encoding: 'utf8', recursive: true }).filter((file) =>
    SHARED.test(file),
  );
  expect(shared.length).toBeGreaterThan(50);
  const replacing = shared.filter((file) => REPLACES.test(readFileSync(join(SOURCES, file), 'utf8')));
  expect(replacing).toEqual([]);
});
