import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, type InfoRecord, parse } from 'csv-parse';

/** What is parsed before others get their turn, some milliseconds. */
const SLICE_BYTES = 16 * 1024;

/** The cells of one record, and the line on which it ends, from 1. */
export type CsvLine = { line: number; cells: string[] };

/** Thrown where a table cannot be read on, with an Italian sentence. */
export class CsvSyntaxError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/**
 * Reads a table record by record, without the empty ones, in slices between which the server does other work. Throws
 * a CsvSyntaxError at unbalanced quotes.
 */
export async function* readCsvLines(text: string): AsyncGenerator<CsvLine> {
  const parser = Readable.from(slicesOf(Buffer.from(text))).pipe(
    parse({
      delimiter: delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_records_with_empty_values: true,
      info: true,
    }),
  );
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: InfoRecord }>) {
      yield { line: info.lines, cells: record };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new CsvSyntaxError(Number(error.lines), 'Le virgolette non tornano');
    throw error;
  }
}

async function* slicesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    yield bytes.subarray(start, start + SLICE_BYTES);
    await nextTurn();
  }
}

/** Excel writes semicolons where the comma is the decimal sign. No column's name contains either. */
function delimiterOf(text: string): string {
  const header = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  return [';', '\t'].find((delimiter) => header.includes(delimiter)) ?? ',';
}
