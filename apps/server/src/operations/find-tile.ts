import type { Tile } from '@semaforo/contract/api/map';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { createSemaphores } from '../platform/semaphores.ts';
import type { KeptTile, TileFolder } from './tile-folder.ts';
import type { TilePicture, TileProvider } from './tile-provider.port.ts';

/** How long a tile is not asked for again: what OpenStreetMap's policy asks at least (docs/rules.md#map). */
const KEEP_MS = 7 * 24 * 3600_000;
/** How long a provider that did not answer is left alone. */
const PAUSE_MS = 30_000;
/** Requests at the provider at once, as its policy allows; all others wait in one line. */
const PROVIDER = { key: 'provider', most: 2 };
const WAIT = { waitingAtMost: 500, waitMs: 15_000 };

/** A picture; `absent`: the provider has none; `unavailable`: it did not answer, and no copy is kept. */
export type FoundTile = TilePicture | 'absent' | 'unavailable';

/**
 * Finds a tile in the folder, or else at the provider, which is asked once for each however many wait for it. When
 * the provider does not answer, an older copy is better than none.
 */
export function createFindTile(options: {
  folder: TileFolder;
  provider: TileProvider;
  clock: Clock;
  logger: Logger;
}): (tile: Tile) => Promise<FoundTile> {
  const { folder, provider, clock, logger } = options;
  const underWay = createSemaphores();
  const pending = new Map<string, Promise<FoundTile>>();
  let pauseUntil = 0;
  let isKeeping = true;

  const keep = async (tile: Tile, picture: KeptTile) => {
    try {
      await folder.keep(tile, picture);
      isKeeping = true;
    } catch (error) {
      // Once for each time that the disk takes no more: the map works all the same.
      if (isKeeping) logger.warn({ err: error }, 'tiles of the map are not kept');
      isKeeping = false;
    }
  };

  const pause = (reason: string) => {
    const now = clock.now();
    if (now >= pauseUntil) logger.warn({ reason }, 'the tiles of the map are not read');
    pauseUntil = now + PAUSE_MS;
  };

  const ask = async (tile: Tile, old: KeptTile | undefined): Promise<FoundTile> => {
    const answer = await provider(tile, old?.etag ?? null);
    if (answer.kind === 'absent') return 'absent';
    if (answer.kind === 'failed') pause(answer.reason);
    const picture = answer.kind === 'picture' ? answer : old;
    if (!picture) return 'unavailable';
    const { bytes, type, etag } = picture;
    if (answer.kind !== 'failed') await keep(tile, { bytes, type, etag, readAt: clock.now() });
    return { bytes, type, etag };
  };

  const fetchInTurn = async (tile: Tile, old: KeptTile | undefined): Promise<FoundTile> => {
    const leave = clock.now() < pauseUntil ? undefined : await underWay.waitFor([PROVIDER], WAIT);
    if (!leave) return old ?? 'unavailable';
    try {
      return await ask(tile, old);
    } finally {
      leave();
    }
  };

  return async (tile) => {
    const kept = await folder.find(tile);
    if (kept && clock.now() - kept.readAt < KEEP_MS) return kept;
    const key = `${tile.z}-${tile.x}-${tile.y}`;
    const underWay = pending.get(key) ?? fetchInTurn(tile, kept).finally(() => pending.delete(key));
    pending.set(key, underWay);
    return underWay;
  };
}
