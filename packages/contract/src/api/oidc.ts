import { z } from 'zod';
import { addresses } from './addresses.ts';
import { time } from './fields.ts';
import { defineRoute } from './route.ts';
import { accessTokenSchema } from './users.ts';

/** The log-in with the identity of the Comune. `people`: of all persons; `linked`: of those who can use it. */
const oidcStateSchema = z.strictObject({
  state: z.enum(['off', 'ok', 'away']),
  name: z.string(),
  /** When the provider was last read; null: never since the start. */
  read_at: time.nullable(),
  linked: z.int(),
  people: z.int(),
});

export const oidcRoutes = {
  openOidcSession: defineRoute(addresses.openOidcSession, {
    summary: 'La sessione di chi torna dal fornitore d’identità, una volta sola',
    success: { status: 200, body: accessTokenSchema },
    refusals: [401],
  }),
  getOidc: defineRoute(addresses.getOidc, {
    summary: 'L’accesso con l’identità del Comune: se risponde, quando è stato letto, chi lo usa',
    success: { status: 200, body: oidcStateSchema },
  }),
};
