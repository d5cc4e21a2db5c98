import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Column, type Sorting, sortedRows } from './columns.ts';
import { ListTools } from './list-tools.tsx';
import { SortHeads } from './sort-heads.tsx';

const save = vi.hoisted(() => vi.fn<(name: string, file: Blob) => void>());
vi.mock('../platform/save-file.ts', () => ({ saveFile: save }));
afterEach(() => save.mockReset());

type Row = { name: string; temp: number };
const COLUMNS: Column<Row>[] = [
  { title: 'Nome', value: ({ name }) => name },
  { title: 'Temp', value: ({ temp }) => temp, isNumber: true },
  { title: 'Azioni' },
];
const ROWS: Row[] = [
  { name: 'Ponte', temp: 9.5 },
  { name: 'Argine', temp: 21 },
];

function List({ rows }: { rows: readonly Row[] }) {
  const [sorting, setSorting] = useState<Sorting>(null);
  const sorted = sortedRows(rows, COLUMNS, sorting);
  const order = { columns: COLUMNS, sorting, onSort: setSorting };
  return (
    <>
      <ListTools file="elenco" rows={sorted} {...order} />
      <table>
        <thead>
          <tr>
            <SortHeads {...order} />
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ name }) => (
            <tr key={name}>
              <td>{name}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const names = () => screen.getAllByRole('cell').map((cell) => cell.textContent);
const head = (name: string) => screen.getByRole('columnheader', { name });
const press = (name: string) => userEvent.click(within(head(name)).getByRole('button'));

test('a press on a head sorts by it and says which way; a head of buttons sorts nothing', async () => {
  render(<List rows={ROWS} />);
  expect(head('Nome')).not.toHaveAttribute('aria-sort');
  await press('Nome');
  expect(names()).toEqual(['Argine', 'Ponte']);
  expect(head('Nome')).toHaveAttribute('aria-sort', 'ascending');
  await press('Nome');
  expect(names()).toEqual(['Ponte', 'Argine']);
  expect(head('Nome')).toHaveAttribute('aria-sort', 'descending');
  await press('Temp');
  expect(head('Nome')).not.toHaveAttribute('aria-sort');
  expect(head('Temp')).toHaveAttribute('data-cell', 'number');
  expect(within(head('Azioni')).queryByRole('button')).toBeNull();
});

test('where the rows are cards the order is chosen from a list', async () => {
  render(<List rows={ROWS} />);
  await userEvent.selectOptions(screen.getByLabelText('Ordina per'), 'Nome');
  expect(names()).toEqual(['Argine', 'Ponte']);
  await userEvent.selectOptions(screen.getByLabelText('Ordina per'), 'Ordine dell’elenco');
  expect(names()).toEqual(['Ponte', 'Argine']);
});

test('the file has the rows as they are shown, marked as UTF-8 for a spreadsheet', async () => {
  render(<List rows={ROWS} />);
  await press('Nome');
  await userEvent.click(screen.getByRole('button', { name: 'CSV' }));
  const [[name, file] = []] = save.mock.calls;
  expect(name).toBe('elenco.csv');
  expect(Array.from(new Uint8Array((await file?.arrayBuffer()) ?? [])).slice(0, 3)).toEqual([
    0xef, 0xbb, 0xbf,
  ]);
  expect(await file?.text()).toContain('"Nome";"Temp"\r\n"Argine";"21"\r\n"Ponte";"9,5"\r\n');
});

test('without rows there is no file', () => {
  render(<List rows={[]} />);
  expect(screen.getByRole('button', { name: 'CSV' })).toBeDisabled();
});
