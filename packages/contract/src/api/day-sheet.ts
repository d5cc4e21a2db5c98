import { z } from 'zod';
import { DAY_SHEET_KINDS } from '../domain/day-sheet-rows.ts';
import { addresses } from './addresses.ts';
import { givenDay, idInPath, time } from './fields.ts';
import { defineRoute } from './route.ts';

const rowSchema = z.strictObject({
  kind: z.enum(DAY_SHEET_KINDS),
  /** A lamp test or an exercise, which is no word about the weather. */
  test: z.boolean(),
  at: time,
  /** When it ended; null for what still lasts, and for what happens at an instant. */
  until: time.nullable(),
  /** In Italian: what it was, for which devices, and what became of it. */
  what: z.string(),
  whom: z.string(),
  outcome: z.string(),
  /** Who did it; of an alarm who took it in charge. Null: nobody, or the console. */
  author: z.string().nullable(),
  approved_by: z.string().nullable(),
});

export type DaySheetRow = z.infer<typeof rowSchema>;

const sheetSchema = z.strictObject({
  date: z.string(),
  /** Whose day it is; null: that of all devices. */
  comune: z.string().nullable(),
  /** The first instant of the day and that of the next. */
  from: time,
  to: time,
  /** When it was read. */
  read_at: time,
  /** Null, or: there was more, and it is whole only up to here. */
  whole_until: time.nullable(),
  rows: z.array(rowSchema),
});

export type DaySheet = z.infer<typeof sheetSchema>;

/** `userId`: of which Comune; without it, of all that the caller may see. */
const query = z.strictObject({ date: givenDay, userId: idInPath.optional() });

export const daySheetRoutes = {
  getDaySheet: defineRoute(addresses.getDaySheet, {
    summary: 'Il foglio di un giorno: comandi, allerte, pianificazioni, prove, errori e allarmi, per ora',
    query,
    success: { status: 200, body: sheetSchema },
    refusals: [404],
  }),
  exportDaySheet: defineRoute(addresses.exportDaySheet, {
    summary: 'Il foglio di un giorno come tabella',
    query,
    produces: { type: 'text/csv', fileName: 'foglio-del-giorno.csv' },
    success: { status: 200, body: z.string() },
    refusals: [404],
  }),
};
