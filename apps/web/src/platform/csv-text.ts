import { LOCALE } from '@semaforo/contract/domain/rome-time';

/** What a cell says; null for nothing. */
export type CsvCell = string | number | null;

/** A spreadsheet would run a cell that begins so as a formula, some also with the wide signs of East Asia. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** With all its digits, and a comma: an Italian spreadsheet reads it as a number. */
const number = new Intl.NumberFormat(LOCALE, { useGrouping: false, maximumFractionDigits: 20 });

/** Rows as a table of RFC 4180 for a spreadsheet, the heads first. A text that looks like a formula is defused. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

function quoted(cell: CsvCell): string {
  if (cell === null) return '""';
  if (typeof cell === 'number') return `"${number.format(cell)}"`;
  return `"${(FORMULA.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`;
}
