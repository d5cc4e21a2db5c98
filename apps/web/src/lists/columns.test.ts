import { expect, test } from 'vitest';
import { type Column, csvOfRows, nextSorting, sortedRows } from './columns.ts';

type Row = { name: string | null; temp: number | null };
const COLUMNS: Column<Row>[] = [
  { title: 'Nome', value: ({ name }) => name },
  { title: 'Temp', value: ({ temp }) => temp, isNumber: true },
  { title: 'In parole', text: ({ temp }) => (temp === null ? '' : `a ${temp} gradi`) },
  { title: 'Azioni' },
];
const ROWS: Row[] = [
  { name: 'Palo 10', temp: 9 },
  { name: null, temp: 21.5 },
  { name: 'Palo 2', temp: null },
  { name: 'àncora', temp: -10 },
];
const by = (title: string, descending = false) =>
  sortedRows(ROWS, COLUMNS, { title, descending }).map(({ name, temp }) => name ?? temp);

test('texts are sorted as Italian does, numbers by value, and the unknown comes last both ways', () => {
  expect(by('Nome')).toEqual(['àncora', 'Palo 2', 'Palo 10', 21.5]);
  expect(by('Nome', true)).toEqual(['Palo 10', 'Palo 2', 'àncora', 21.5]);
  expect(by('Temp')).toEqual(['àncora', 'Palo 10', 21.5, 'Palo 2']);
  expect(by('Temp', true)).toEqual([21.5, 'Palo 10', 'àncora', 'Palo 2']);
});

test('without an order, or by a column of buttons, the rows stay as they are', () => {
  expect(sortedRows(ROWS, COLUMNS, null)).toBe(ROWS);
  expect(by('Azioni')).toEqual(['Palo 10', 21.5, 'Palo 2', 'àncora']);
});

test('a head sorts upwards, then downwards, then not at all; another one begins anew', () => {
  const up = nextSorting(null, 'Nome');
  const down = nextSorting(up, 'Nome');
  expect([up, down, nextSorting(down, 'Nome')]).toEqual([
    { title: 'Nome', descending: false },
    { title: 'Nome', descending: true },
    null,
  ]);
  expect(nextSorting(down, 'Temp')).toEqual({ title: 'Temp', descending: false });
});

test('the file has the columns that say something, with the numbers of an Italian spreadsheet', () => {
  expect(csvOfRows(ROWS.slice(1), COLUMNS).split('\r\n')).toEqual([
    '"Nome";"Temp";"In parole"',
    '"";"21,5";"a 21.5 gradi"',
    '"Palo 2";"";""',
    '"àncora";"-10";"a -10 gradi"',
    '',
  ]);
});
