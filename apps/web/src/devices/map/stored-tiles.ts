import { type Coords, type DoneCallback, GridLayer } from 'leaflet';
import { callForBody } from '../../api/call.ts';

/** The tiles of the map as the server keeps them; they are read with the token of the session, like all else. */
export class StoredTiles extends GridLayer {
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
