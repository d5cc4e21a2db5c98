/**
 * A spreadsheet would run a cell that begins so as a formula. Leading apostrophes count, so that taking one off gives
 * back what was written.
 */
const FORMULA = /^'*[=+\-@\t\r]/;

/** The text as a cell that no spreadsheet runs: what looks like a formula gets a leading apostrophe. */
export function defuse(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
