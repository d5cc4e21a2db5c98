import type { Tile } from '@semaforo/contract/api/map';

/** A picture and its media type; `etag` null: the provider gave none. */
export type TilePicture = { bytes: Buffer; type: string; etag: string | null };

/** What the provider answers. `unchanged`: the picture with the tag that was named is still the current one. */
export type ProvidedTile =
  | ({ kind: 'picture' } & TilePicture)
  | { kind: 'unchanged' }
  | { kind: 'absent' }
  | { kind: 'failed'; reason: string };

/** Where the tiles come from. Never rejects: what goes wrong is an answer. */
export type TileProvider = (tile: Tile, knownTag: string | null) => Promise<ProvidedTile>;
