import { CsvSyntaxError, readCsvCell } from './read-csv-cell.ts';
import { createTimeSlices } from './time-slices.ts';

/** No table that we read has a dozen. Spreadsheets may write empty ones behind them. */
const COLUMNS_AT_MOST = 1000;
/** So many records are read before the time is asked. */
const RECORDS_PER_CHECK = 32;

/** The cells of one record, and the line on which it ends, from 1. */
export type CsvLine = { line: number; cells: string[] };

/**
 * Reads a table of RFC 4180 record by record, without the empty ones, in slices between which the server does other
 * work, whatever the text is. Throws a CsvSyntaxError at unbalanced quotes.
 */
export async function* readCsvLines(text: string): AsyncGenerator<CsvLine> {
  const delimiter = delimiterOf(text);
  const slices = createTimeSlices();
  let place = { at: 0, line: 1 };
  for (let records = 1; place.at < text.length; records += 1) {
    const { cells, line, next } = readRecord(text, delimiter, place);
    if (cells.some((cell) => cell.trim() !== '')) yield { line, cells };
    place = next;
    if (records % RECORDS_PER_CHECK === 0) await slices.yieldToEventLoop();
  }
}

/** A place in the text, and the number of its line. */
type Place = { at: number; line: number };

function readRecord(
  text: string,
  delimiter: string,
  start: Place,
): { cells: string[]; line: number; next: Place } {
  const cells: string[] = [];
  let { at, line } = start;
  for (;;) {
    const cell = readCsvCell(text, delimiter, { at, line });
    cells.push(cell.value);
    line = cell.line;
    if (cells.length > COLUMNS_AT_MOST) throw new CsvSyntaxError(line, 'La riga ha troppe colonne');
    if (text[cell.end] !== delimiter) return { cells, line, next: lineAfter(text, cell.end, line) };
    at = cell.end + 1;
  }
}

/** A line ends with CR, LF or both. */
function lineAfter(text: string, end: number, line: number): Place {
  const isPair = text[end] === '\r' && text[end + 1] === '\n';
  return { at: end + (isPair ? 2 : 1), line: line + 1 };
}

/** Excel writes semicolons where the comma is the decimal sign. No column's name contains either. */
function delimiterOf(text: string): string {
  const header = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  return [';', '\t'].find((delimiter) => header.includes(delimiter)) ?? ',';
}
