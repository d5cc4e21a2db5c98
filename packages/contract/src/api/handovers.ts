import { z } from 'zod';
import { addresses } from './addresses.ts';
import { byId, emptyBody, id, text, time } from './fields.ts';
import { defineRoute } from './route.ts';

const LONGEST_NOTE = 1000;

/** What one shift tells the next. */
const handoverSchema = z.strictObject({ id, text: z.string(), author: z.string(), written_at: time });

export type Handover = z.infer<typeof handoverSchema>;

const handovers = z.strictObject({ handovers: z.array(handoverSchema) });

export const handoverRoutes = {
  listHandovers: defineRoute(addresses.listHandovers, {
    summary: 'Le proprie consegne del turno che nessuno ha ancora preso, dalla più vecchia',
    success: { status: 200, body: handovers },
  }),
  writeHandover: defineRoute(addresses.writeHandover, {
    summary: 'Scrive una consegna per il turno che viene',
    body: z.strictObject({
      text: text
        .trim()
        .min(1, 'Scrivi la consegna')
        .max(LONGEST_NOTE, `La consegna ha al massimo ${LONGEST_NOTE} caratteri`),
    }),
    success: { status: 201, body: handovers },
  }),
  takeHandover: defineRoute(addresses.takeHandover, {
    summary: 'Prende una consegna del turno: da allora non è più mostrata',
    params: byId,
    body: emptyBody,
    success: { status: 200, body: handovers },
    refusals: [404],
  }),
};
