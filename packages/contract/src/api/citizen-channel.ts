import { z } from 'zod';
import { addresses } from './addresses.ts';
import { byId, emptyBody } from './fields.ts';
import { defineRoute } from './route.ts';

export const citizenChannelRoutes = {
  /** `failure` null: Telegram took it. */
  testChannel: defineRoute(addresses.testChannel, {
    summary: 'Scrive subito nel canale Telegram di un Comune che è una prova, e dice che cosa è tornato',
    params: byId,
    body: emptyBody,
    success: { status: 200, body: z.strictObject({ failure: z.string().nullable() }) },
    refusals: [404, 409],
  }),
};
