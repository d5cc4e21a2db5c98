import { expect, test } from 'vitest';
import { csvText } from './csv-text.ts';

test('quotes are doubled, lines end as the standard says, and decimals stand after a comma', () => {
  const text = csvText([
    ['Nome', 'Gradi'],
    ['Ponte "vecchio"', 1234.5],
    [null, -3],
  ]);
  expect(text).toBe('"Nome","Gradi"\r\n"Ponte ""vecchio""","1234,5"\r\n"","-3"\r\n');
});

test.each(['=1+1', '+1', '-1', '@cmd', '\t=1', '\uFF1D1'])(
  '%j is text for a spreadsheet, no formula',
  (text) => {
    expect(csvText([[text]])).toBe(`"'${text}"\r\n`);
  },
);
