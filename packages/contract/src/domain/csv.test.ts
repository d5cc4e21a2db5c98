import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLines, readCsvText } from './csv.ts';

const FORMULA = /^[\s'"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
const DEFUSED = /^[\s"]*'/;

const text = fc
  .array(fc.oneof(fc.constantFrom(...'=+-@\t\r\n\'",;| à€＝＠x1', '"";=', ',"=', '\t='), fc.string()), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));

test('quotes are doubled, lines end as the standard says, and decimals stand behind a comma', () => {
  const table = csvLines([
    ['Nome', 'Gradi'],
    ['Ponte "vecchio"', 1234.5],
    [null, -3],
  ]);
  expect(table).toBe('"Nome";"Gradi"\r\n"Ponte ""vecchio""";"1234,5"\r\n"";"-3"\r\n');
});

test.each([';', ',', '\t', '|'])('no cell of a table split at %j is a formula', (separator) => {
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), (rows) => {
      for (const cell of cellsOf(csvLines(rows), separator)) {
        if (FORMULA.test(cell)) expect(cell).toMatch(DEFUSED);
      }
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["x;=cmd|'/C calc'!A0;", "x;'=cmd|'/C calc'!A0;"],
  ['Ponte, -Nord', "Ponte, '-Nord"],
  ['a\tb|@c', "a\tb|'@c"],
  ['\t=1', "\t'=1"],
  ["''@x", "'''@x"],
  ['\uFF1D1', "'\uFF1D1"],
  ['Via 3-5, a+b', 'Via 3-5, a+b'],
])('%j gets an apostrophe before each sign that a spreadsheet could run', (before, after) => {
  expect(csvLines([[before]])).toBe(`"${after.replaceAll('"', '""')}"\r\n`);
});

test('a text is read back as it was written, but for the blanks around it', () => {
  fc.assert(
    fc.property(text, (written) => {
      const [cell = ''] = cellsOf(csvLines([[written]]), ';');
      expect(readCsvText(cell)).toBe(written.trim());
    }),
    { numRuns: 2_000 },
  );
});

test('a text of a megabyte of blanks or apostrophes takes no time', () => {
  const began = performance.now();
  for (const sign of ['\t', "'", '=', ' ;']) readCsvText(csvLines([[sign.repeat(500_000)]]));
  expect(performance.now() - began).toBeLessThan(2_000);
});

/** The cells of all lines as a lenient program finds them: what follows a closing quote belongs to the cell too. */
function cellsOf(table: string, separator: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at < table.length) {
    let cell = '';
    if (table[at] === '"') {
      at += 1;
      while (at < table.length && (table[at] !== '"' || table[at + 1] === '"')) {
        cell += table[at];
        at += table[at] === '"' ? 2 : 1;
      }
      at += 1;
    }
    while (at < table.length && table[at] !== separator && table[at] !== '\r' && table[at] !== '\n') {
      cell += table[at];
      at += 1;
    }
    cells.push(cell);
    at += 1;
  }
  return cells;
}
