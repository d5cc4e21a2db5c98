import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tile } from '@semaforo/contract/api/map';
import { makeFolder } from '../platform/make-folder.ts';
import type { TilePicture } from './tile-provider.port.ts';

/** `readAt`: when the provider last said that it is the current one, epoch ms. */
export type KeptTile = TilePicture & { readAt: number };

export type TileFolder = {
  /** Undefined for a tile that is not kept, or whose file is damaged. */
  find: (tile: Tile) => Promise<KeptTile | undefined>;
  /** Rejects when the disk takes no more. */
  keep: (tile: Tile, picture: KeptTile) => Promise<void>;
};

/** Of those that are written first, when there are more than may be kept. */
const SHARE_DELETED = 0.1;

/**
 * Keeps tiles as files, one each: a line of JSON, then the picture. At most `atMost` of them (some 15 kB each); then
 * the ones that were written longest ago go.
 */
export function createTileFolder(folder: string, atMost: number): TileFolder {
  let count: number | undefined;
  let written = 0;
  const pathOf = ({ z, x, y }: Tile) => join(folder, `${z}-${x}-${y}`);

  const deleteOldest = async () => {
    const names = await readdir(folder);
    const aged = [];
    for (const name of names) aged.push({ name, at: (await stat(join(folder, name))).mtimeMs });
    const oldest = aged.toSorted((a, b) => a.at - b.at).slice(0, Math.ceil(names.length * SHARE_DELETED));
    for (const { name } of oldest) await rm(join(folder, name), { force: true });
    count = names.length - oldest.length;
  };

  return {
    find: async (tile) => {
      const file = await readFile(pathOf(tile)).catch(() => undefined);
      return file && parse(file);
    },
    keep: async (tile, { bytes, ...head }) => {
      makeFolder(folder);
      count ??= (await readdir(folder)).length;
      count += 1;
      if (count > atMost) await deleteOldest();
      written += 1;
      const draft = join(folder, `draft-${written}`);
      await writeFile(draft, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), bytes]), {
        mode: 0o600,
      });
      await rename(draft, pathOf(tile));
    },
  };
}

function parse(file: Buffer): KeptTile | undefined {
  const end = file.indexOf('\n');
  try {
    const head = JSON.parse(file.toString('utf8', 0, end)) as Omit<KeptTile, 'bytes'>;
    return { ...head, bytes: file.subarray(end + 1) };
  } catch {
    // Half a file, of a power cut: it is read anew.
    return undefined;
  }
}
