import { expect, test } from 'vitest';
import { leastTurnMs } from '../../test/longest-turn.ts';
import { readCsvLines } from '../platform/csv-lines.ts';
import { checkCsv } from './check-csv.ts';

const HEADER = 'topic,type\n';
/** Just under the largest table that is taken. */
const LENGTH = 5_000_000;
/** docs/rules.md#no-input-blocks */
const TURN_AT_MOST_MS = 100;

const fill = (piece: string) => HEADER + piece.repeat(Math.floor(LENGTH / piece.length));

test.each([
  ['line feeds', '\n'],
  ['carriage returns', '\r'],
  ['pairs of both', '\r\n'],
  ['lines of a space', ' \n'],
  ['lines of a comma', ',\n'],
  ['lines of empty quotes', '"",""\n'],
  ['commas', ','],
  ['quotes', '"'],
  ['a quote and a letter', '"a'],
  ['one cell', 'a'],
  ['lines that are wrong', 'a\n'],
])('five megabytes of %s do not keep the server from other work', async (_what, piece) => {
  const check = () => checkCsv(fill(piece), new Map());
  expect(await leastTurnMs(TURN_AT_MOST_MS, check)).toBeLessThan(TURN_AT_MOST_MS);
});

test('120,000 good lines are read in slices, and a table of more than 20,000 devices is refused', async () => {
  const good = Array.from({ length: 120_000 }, (_, index) => `/3/comune/s${index},semaforo`);
  const text = HEADER + good.join('\n');
  let count = 0;
  const read = async () => {
    count = 0;
    for await (const { cells } of readCsvLines(text)) count += cells.length;
  };
  expect(await leastTurnMs(TURN_AT_MOST_MS, read)).toBeLessThan(TURN_AT_MOST_MS);
  expect(count).toBe(240_002);
  const { errors } = await checkCsv(text, new Map());
  expect(errors).toEqual([
    { line: 20_002, error: 'Al massimo 20.000 dispositivi per tabella: dividila in più parti' },
  ]);
});

test.each([
  [`${HEADER}${','.repeat(1001)}`, 'La riga ha troppe colonne'],
  [`${HEADER}"${'a'.repeat(100_001)}"`, 'Una cella è troppo lunga'],
  [`${HEADER}"${'""'.repeat(100_001)}"`, 'Una cella è troppo lunga'],
])('a line that is out of all bounds ends the reading', async (text, error) => {
  expect((await checkCsv(text, new Map())).errors).toEqual([{ line: 2, error }]);
});
