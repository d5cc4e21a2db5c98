import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyProject } from './copy-project.mjs';

let folder;
let from;
let to;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'semaforo-copy-'));
  from = join(folder, 'project');
  to = join(folder, 'copies/24');
  mkdirSync(join(from, 'src'), { recursive: true });
  execFileSync('git', ['init', '--quiet', from]);
  writeFileSync(join(from, '.gitignore'), 'node_modules/\n');
  writeFileSync(join(from, 'src/a.txt'), 'first');
  execFileSync('git', ['add', '--all'], { cwd: from });
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('the copy has the files as they are now, added or not, and nothing that git ignores', () => {
  writeFileSync(join(from, 'src/a.txt'), 'changed');
  writeFileSync(join(from, 'src/b.txt'), 'new');
  mkdirSync(join(from, 'node_modules'));
  writeFileSync(join(from, 'node_modules/package.txt'), 'installed here');
  copyProject({ from, to });
  expect(readFileSync(join(to, 'src/a.txt'), 'utf8')).toBe('changed');
  expect(readFileSync(join(to, 'src/b.txt'), 'utf8')).toBe('new');
  expect(existsSync(join(to, 'node_modules'))).toBe(false);
});

test('a second copy takes over what changed and what is gone, and keeps what the copy installed', () => {
  copyProject({ from, to });
  mkdirSync(join(to, 'node_modules'));
  writeFileSync(join(to, 'node_modules/package.txt'), 'installed there');
  rmSync(join(from, 'src/a.txt'));
  writeFileSync(join(from, 'src/c.txt'), 'later');
  copyProject({ from, to });
  expect(existsSync(join(to, 'src/a.txt'))).toBe(false);
  expect(readFileSync(join(to, 'src/c.txt'), 'utf8')).toBe('later');
  expect(readFileSync(join(to, 'node_modules/package.txt'), 'utf8')).toBe('installed there');
});

test('the copy is a repository in which git lists the same files', () => {
  copyProject({ from, to });
  const files = execFileSync('git', ['ls-files'], { cwd: to, encoding: 'utf8' }).trim().split('\n');
  expect(files).toEqual(['.gitignore', 'src/a.txt']);
});
