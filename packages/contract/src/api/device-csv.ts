import { z } from 'zod';
import { addresses } from './addresses.ts';
import { defineRoute } from './route.ts';

const CSV_MAX_BYTES = 5 * 1024 * 1024;

const flag = (name: string) => z.enum(['true', 'false'], `${name} è true o false`).default('false');

/** What becomes of a line of the table, in the order in which they are listed. */
export const CSV_OUTCOMES = ['error', 'changed', 'new', 'same'] as const;

/**
 * A line of the table as it was read: texts are those of its cells. `changes`: what is different from the device that
 * has its topic; null for none. `error`: what is wrong with it.
 */
const csvRowSchema = z.strictObject({
  line: z.int(),
  outcome: z.enum(CSV_OUTCOMES),
  name: z.string(),
  topic: z.string(),
  type: z.string(),
  profile: z.string(),
  latitude: z.string(),
  longitude: z.string(),
  username: z.string(),
  changes: z.array(
    z.strictObject({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  error: z.string().nullable(),
});

export type CsvRow = z.infer<typeof csvRowSchema>;

/**
 * What an import did, or would do. Either all lines are written or, with any error, none, unless those with errors are
 * to be left out. `line` counts from 1, the header. At most 1000 errors are listed. `rows`, if they were asked for: at
 * most 1000 lines, those with errors first.
 */
export const csvReportSchema = z.strictObject({
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  errors: z.array(z.strictObject({ line: z.int(), error: z.string() })),
  applied: z.boolean(),
  rows: z.array(csvRowSchema).exactOptional(),
});

export type CsvReport = z.infer<typeof csvReportSchema>;

export const deviceCsvRoutes = {
  exportDevices: defineRoute(addresses.exportDevices, {
    summary: 'Tutti i dispositivi come tabella',
    produces: { type: 'text/csv', fileName: 'dispositivi.csv' },
    success: { status: 200, body: z.string() },
  }),
  importDevices: defineRoute(addresses.importDevices, {
    summary:
      'Crea e cambia dispositivi da una tabella, tutti o nessuno; con dry_run dice solo che cosa farebbe, con rows anche riga per riga, con skip_errors lascia fuori le righe con errori',
    query: z.strictObject({ dry_run: flag('dry_run'), rows: flag('rows'), skip_errors: flag('skip_errors') }),
    consumes: { type: 'text/csv', maxBytes: CSV_MAX_BYTES },
    body: z.string('Serve il testo della tabella'),
    success: { status: 200, body: csvReportSchema },
  }),
};
