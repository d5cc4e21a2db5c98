import { MAX_ZOOM } from '@semaforo/contract/domain/map-tiles';
import type { Map as LeafletMap, TileEvent } from 'leaflet';
import { useEffect, useState } from 'react';
import { TILE_SIZE_PX } from './map-constants.ts';
import { StoredTiles } from './stored-tiles.ts';

/** How long the server leaves a provider alone that does not answer. */
const RETRY_MS = 30_000;

/** What is behind the marks: nothing yet, tiles, or nothing because none could be read. */
export type MapGround = 'reading' | 'shown' | 'missing';

/** Shows the tiles. Where none loads the neutral ground stays, and they are tried again. */
export function useTiles(map: LeafletMap | undefined): MapGround {
  const [ground, setGround] = useState<MapGround>('reading');

  useEffect(() => {
    if (map === undefined) return undefined;
    const tiles = new StoredTiles({ maxZoom: MAX_ZOOM, tileSize: TILE_SIZE_PX });
    tiles.on('tileload', () => setGround('shown'));
    tiles.on('tileerror', () => setGround((known) => (known === 'shown' ? known : 'missing')));
    tiles.on('tileunload', ({ tile }: TileEvent) => tiles.stopReading(tile));
    tiles.addTo(map);
    return () => {
      tiles.remove();
    };
  }, [map]);

  useEffect(() => {
    if (map === undefined || ground !== 'missing') return undefined;
    const retry = setInterval(() => {
      map.eachLayer((layer) => layer instanceof StoredTiles && layer.redraw());
    }, RETRY_MS);
    return () => clearInterval(retry);
  }, [map, ground]);

  return ground;
}
