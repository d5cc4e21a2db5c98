import { z } from 'zod';
import { MAX_ZOOM } from '../domain/map-tiles.ts';
import { addresses } from './addresses.ts';
import { defineRoute } from './route.ts';

const wholeNumber = z
  .string()
  .regex(/^\d{1,6}$/, 'Serve un numero intero')
  .transform(Number);

/** A tile in the scheme of slippy maps: `x` from west, `y` from north, each below 2 to the power of `z`. */
const tile = z
  .strictObject({ z: wholeNumber.pipe(z.int().max(MAX_ZOOM)), x: wholeNumber, y: wholeNumber })
  .refine(({ z: zoom, x, y }) => Math.max(x, y) < 2 ** zoom, 'Non c’è una tessera con questi numeri');

export type Tile = z.output<typeof tile>;

export const mapRoutes = {
  getMapTile: defineRoute(addresses.getMapTile, {
    summary: 'Una tessera della mappa di sfondo, tenuta dal server per 7 giorni',
    params: tile,
    produces: { type: 'image/*' },
    success: { status: 200, body: z.string() },
  }),
};
