import { MAX_ZOOM } from '@semaforo/contract/domain/map-tiles';
import { type Coords, type DoneCallback, GridLayer, type Map as LeafletMap, type TileEvent } from 'leaflet';
import { useEffect, useState } from 'react';
import { callForBody } from '../../api/call.ts';
import { TILE_SIZE_PX } from './map-constants.ts';

/** The tiles of the map as the server keeps them; they are read with the token of the session, like all else. */
class StoredTiles extends GridLayer {
  private readonly readings = new WeakMap<HTMLElement, AbortController>();

  override createTile({ x, y, z }: Coords, done: DoneCallback): HTMLElement {
    const tile = document.createElement('img');
    tile.alt = '';
    const reading = new AbortController();
    this.readings.set(tile, reading);
    showTile(tile, { params: { z: String(z), x: String(x), y: String(y) }, signal: reading.signal }).then(
      () => done(undefined, tile),
      (error: Error) => done(error, tile),
    );
    return tile;
  }

  /** Ends what is being read for a tile that is no longer in view. */
  stopReading(tile: HTMLElement): void {
    this.readings.get(tile)?.abort();
  }
}

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

async function showTile(
  tile: HTMLImageElement,
  input: { params: { z: string; x: string; y: string }; signal: AbortSignal },
): Promise<void> {
  const response = await callForBody('getMapTile', input);
  const source = URL.createObjectURL(await response.blob());
  tile.src = source;
  try {
    await tile.decode();
  } finally {
    URL.revokeObjectURL(source);
  }
}
