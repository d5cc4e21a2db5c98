/** What a cell of a table says; null for nothing. */
export type CsvCell = string | number | null;

/**
 * The signs with which a spreadsheet begins a formula, some also with the wide ones of East Asia, where a cell may
 * begin: at the start of a text and behind anything that some program takes for the end of a cell. Blanks, quotes and
 * apostrophes between are passed over, as programs do. The sign comes first in the pattern, so that a text of nothing
 * but blanks is looked at once.
 */
const FORMULA = /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20](?<=(?:^|[,;|\t\r\n])[\s'"]*.)/g;
const DEFUSED = /'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])(?<=(?:^|[,;|\t\r\n])[\s'"]*)/g;

/**
 * Rows as lines of a table for a spreadsheet: every cell in quotes, semicolons between, which an Italian spreadsheet
 * splits at, decimals behind a comma. No text begins a formula, wherever a program splits the line: an apostrophe
 * stands before its sign.
 */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(';')}\r\n`).join('');
}

/** What a cell that `csvLines` wrote said, without the blanks around it. */
export function readCsvText(cell: string): string {
  return cell.trim().replace(DEFUSED, '');
}

function quoted(cell: CsvCell): string {
  if (cell === null) return '""';
  if (typeof cell === 'number') return `"${String(cell).replace('.', ',')}"`;
  return `"${cell.replace(FORMULA, "'$&").replaceAll('"', '""')}"`;
}
