import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTileFolder } from './tile-folder.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'semaforo-tiles-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('of too many tiles those go that were written longest ago', async () => {
  const tiles = createTileFolder(folder, 20);
  const picture = { bytes: Buffer.from('picture'), type: 'image/png', etag: null, readAt: 0 };
  for (let x = 0; x < 20; x += 1) {
    await tiles.keep({ z: 5, x, y: 0 }, picture);
    utimesSync(join(folder, `5-${x}-0`), x, x);
  }
  await tiles.keep({ z: 5, x: 20, y: 0 }, picture);

  expect(await tiles.find({ z: 5, x: 0, y: 0 })).toBeUndefined();
  expect(await tiles.find({ z: 5, x: 1, y: 0 })).toBeUndefined();
  expect(await tiles.find({ z: 5, x: 2, y: 0 })).toEqual(picture);
  expect(await tiles.find({ z: 5, x: 20, y: 0 })).toEqual(picture);
  expect(readdirSync(folder)).toHaveLength(19);
});
