import type { CsvLine } from './csv-lines.ts';
import { CsvSyntaxError } from './read-csv-cell.ts';

/** A report lists no more than these: with so many errors the table as a whole is wrong. */
export const CSV_ERRORS_AT_MOST = 1000;

/** What is wrong with a line of a table, from 1 (the header), as an Italian sentence. */
export type CsvLineError = { line: number; error: string };

/**
 * The names of the columns, as the header gives them, without regard to case. Throws a CsvSyntaxError for one that is
 * not known, is missing or is there twice.
 */
export function readCsvHeader(
  { line, cells }: CsvLine,
  { known, required }: { known: readonly string[]; required: readonly string[] },
): string[] {
  const columns = cells.map((cell) => cell.trim().toLowerCase());
  const unknown = columns.find((column) => !known.includes(column));
  if (unknown !== undefined) throw new CsvSyntaxError(line, `Colonna sconosciuta: «${unknown}»`);
  const missing = required.find((column) => !columns.includes(column));
  if (missing !== undefined) throw new CsvSyntaxError(line, `Manca la colonna ${missing}`);
  if (new Set(columns).size < columns.length) throw new CsvSyntaxError(line, 'Una colonna è ripetuta');
  return columns;
}
