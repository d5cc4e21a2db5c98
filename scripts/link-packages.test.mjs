import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linkPackages } from './link-packages.mjs';

const RECORD = { packages: { 'node_modules/zod': {}, 'apps/web/node_modules/forms': {}, 'apps/web': {} } };

let folder;
let from;
let to;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'semaforo-link-'));
  from = join(folder, 'project');
  to = join(folder, 'copy');
  for (const made of ['apps/web', 'node_modules/zod/lib', 'node_modules/.vite', 'node_modules/.bin']) {
    mkdirSync(join(from, made), { recursive: true });
  }
  mkdirSync(join(to, 'apps/web'), { recursive: true });
  for (const project of [from, to]) writeFileSync(join(project, 'apps/web/name.txt'), project);
  writeFileSync(join(from, 'node_modules/zod/lib/index.js'), 'zod');
  writeFileSync(join(from, 'node_modules/.vite/results.json'), '{}');
  mkdirSync(join(from, 'apps/web/node_modules/forms'), { recursive: true });
  writeFileSync(join(from, 'apps/web/node_modules/forms/index.js'), 'forms');
  writeFileSync(join(from, 'node_modules/.package-lock.json'), JSON.stringify(RECORD));
  symlinkSync('../apps/web', join(from, 'node_modules/web'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const read = (project, file) => readFileSync(join(project, 'node_modules', file), 'utf8');

test('a copy has the packages, the programs and its own workspaces, not the memories of tools', () => {
  linkPackages({ from, to });
  expect(read(to, 'zod/lib/index.js')).toBe('zod');
  expect(read(to, 'web/name.txt')).toBe(to);
  expect(readFileSync(join(to, 'apps/web/node_modules/forms/index.js'), 'utf8')).toBe('forms');
  expect(existsSync(join(to, 'node_modules/.bin'))).toBe(true);
  expect(existsSync(join(to, 'node_modules/.vite'))).toBe(false);
});

test('what npm records in a copy stays there, and older packages of the copy are gone', () => {
  mkdirSync(join(to, 'node_modules/older'), { recursive: true });
  linkPackages({ from, to });
  writeFileSync(join(to, 'node_modules/.package-lock.json'), '{"later":1}');
  expect(JSON.parse(read(from, '.package-lock.json'))).toEqual(RECORD);
  expect(existsSync(join(to, 'node_modules/older'))).toBe(false);
});

test('what was compiled for one Node stays with it', () => {
  mkdirSync(join(from, 'node_modules/better-sqlite3-node20/build'), { recursive: true });
  writeFileSync(join(from, 'node_modules/better-sqlite3-node20/package.json'), '{}');
  linkPackages({ from, to });
  expect(read(to, 'better-sqlite3-node20/package.json')).toBe('{}');
  expect(existsSync(join(to, 'node_modules/better-sqlite3-node20/build'))).toBe(false);
});
