import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'semaforo-folder-'));
});
afterEach(() => rmSync(place, { recursive: true }));

test('a folder and those above it are made for their owner alone, and stay as they are', () => {
  const folder = join(place, 'a', 'b', 'c');
  makeFolder(folder);
  makeFolder(folder);
  expect([folder, join(place, 'a')].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
});

test('what no folder can be made of is refused', () => {
  writeFileSync(join(place, 'file'), '');
  expect(() => makeFolder(join(place, 'file'))).toThrow('EEXIST');
  expect(() => makeFolder(join(place, 'file', 'a'))).toThrow('ENOTDIR');
  expect(() => makeFolder('/proc/nope/a')).toThrow('ENOENT');
});
