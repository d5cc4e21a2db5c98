import { stringify } from 'csv-stringify/sync';

/**
 * A spreadsheet would run a cell that begins so as a formula, some also with the wide signs of East Asia. Leading
 * apostrophes count, so that taking one off gives back what was written.
 */
const FORMULA = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** The text as a cell that no spreadsheet runs: what looks like a formula gets a leading apostrophe. */
export function defuse(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

const DEFUSED_FORMULA = /^'+[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** What a cell said before it was defused, without the spaces around it. */
export function readCell(cell: string): string {
  const trimmed = cell.trim();
  return DEFUSED_FORMULA.test(trimmed) ? trimmed.slice(1) : trimmed;
}

/** Rows of a table of RFC 4180, whose texts are defused already. */
export function writeCsvRows(rows: readonly (readonly unknown[])[]): string {
  return stringify([...rows], { record_delimiter: 'windows', quoted_match: /[\r\n]/ });
}
