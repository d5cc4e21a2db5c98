import { z } from 'zod';
import { SIGNAL_COLORS } from '../domain/signal-color.ts';
import { addresses } from './addresses.ts';
import { defineRoute } from './route.ts';

/** So many pages are found by a name at most. */
export const PUBLIC_PAGES_FOUND = 10;

/** A Comune whose page is on; `color` null and 'non disponibile': it is not known what its signals show. */
const foundPageSchema = z.strictObject({
  slug: z.string(),
  comune: z.string(),
  color: z.enum(SIGNAL_COLORS).nullable(),
  text: z.string(),
});

export type FoundPage = z.infer<typeof foundPageSchema>;

export const publicPageRoutes = {
  /** Without a name the pages are listed only where there is one: `total` is how many there are. */
  findPublicPages: defineRoute(addresses.findPublicPages, {
    summary:
      'Cerca per nome i Comuni che hanno acceso la pagina pubblica, con ciò che mostrano i loro segnali',
    query: z.strictObject({
      name: z
        .string()
        .trim()
        .min(2, 'Servono almeno due lettere del nome')
        .max(100, 'Il nome ha al massimo 100 caratteri')
        .optional(),
    }),
    success: {
      status: 200,
      body: z.strictObject({ total: z.int(), pages: z.array(foundPageSchema) }),
    },
  }),
};
