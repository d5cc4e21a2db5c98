import { join } from 'node:path';
import type { mapRoutes } from '@semaforo/contract/api/map';
import type { Handlers } from '../http/handlers.ts';
import { StoredFile } from '../http/stored-file.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import { createFindTile } from './find-tile.ts';
import { createTileFolder } from './tile-folder.ts';
import type { TileProvider } from './tile-provider.port.ts';

/** Some 450 MB. */
const TILES_AT_MOST = 30_000;

const UNAVAILABLE = new Refusal('unavailable', {
  code: 'tile-unavailable',
  message: 'Lo sfondo della mappa non è disponibile',
  retryAfterS: 30,
});

/** The tiles of the map: read once by the server, so that no browser tells its address to their provider. */
export function createMapHandlers(options: {
  dataDir: string;
  provider: TileProvider;
  clock: Clock;
  logger: Logger;
}): Handlers<typeof mapRoutes> {
  const folder = createTileFolder(join(options.dataDir, 'tiles'), TILES_AT_MOST);
  const find = createFindTile({ ...options, folder });
  return {
    getMapTile: async ({ params }) => {
      const found = await find(params);
      if (found === 'absent') return notFound();
      if (found === 'unavailable') return UNAVAILABLE;
      return new StoredFile(found);
    },
  };
}
