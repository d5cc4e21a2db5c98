import { z } from 'zod';
import { addresses } from './addresses.ts';
import { byId, id, time, visibleLine } from './fields.ts';
import { defineRoute } from './route.ts';

/** So many walls of one user are open. */
export const KIOSKS_AT_MOST = 20;

/** A wall that nobody used for so long has ended. */
export const KIOSK_UNUSED_DAYS = 90;

const kioskName = visibleLine(60, {
  empty: 'Lo schermo ha bisogno di un nome',
  long: 'Il nome di uno schermo ha al massimo 60 caratteri',
  hidden: 'Il nome dello schermo contiene caratteri invisibili',
});

/** A log-in that only watches; it sees what the user sees who is named in it. */
const kioskSchema = z.strictObject({
  id,
  name: z.string(),
  userId: id,
  username: z.string(),
  created_at: time,
  /** At most a minute old while the wall is on; null: never opened. */
  last_seen: time.nullable(),
});

export type Kiosk = z.infer<typeof kioskSchema>;

export const kioskRoutes = {
  listWalls: defineRoute(addresses.listWalls, {
    summary: 'Gli schermi di sala propri; per un amministratore quelli di tutti',
    success: { status: 200, body: z.strictObject({ walls: z.array(kioskSchema) }) },
  }),
  createWall: defineRoute(addresses.createWall, {
    summary: 'Crea uno schermo di sala, che vede e non comanda; solo un amministratore può indicare di chi',
    body: z.strictObject({ name: kioskName, userId: id.optional() }),
    secret: true,
    /** The token is answered here only. */
    success: { status: 201, body: z.strictObject({ wall: kioskSchema, accessToken: z.string() }) },
    refusals: [404, 409],
  }),
  revokeWall: defineRoute(addresses.revokeWall, {
    summary: 'Revoca uno schermo di sala',
    params: byId,
    success: { status: 204 },
    refusals: [404],
  }),
};
