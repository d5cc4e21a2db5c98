import { type CsvCell, csvLines } from '@semaforo/contract/domain/csv';
import { byItalianOrder } from '@semaforo/contract/domain/italian-order';

/** A column of a list that people sort and take away as a file. */
export type Column<Row> = {
  title: string;
  /** By what its rows are sorted, and what the file says of them; a column without it has buttons, not words. */
  value?: (row: Row) => CsvCell;
  /** What the file says instead, where rows are sorted by something that nobody reads. */
  text?: (row: Row) => string;
  isNumber?: boolean;
  className?: string | undefined;
};

/** By which column rows are sorted; null while they stand in the list's own order. */
export type Sorting = { title: string; descending: boolean } | null;

/** The sorting after a press on the head of a column: upwards, then downwards, then the list's own order again. */
export function nextSorting(sorting: Sorting, title: string): Sorting {
  if (sorting?.title !== title) return { title, descending: false };
  return sorting.descending ? null : { title, descending: true };
}

/** The rows in that order; those of which nothing is known come last both ways. Equal rows keep their order. */
export function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting,
): readonly Row[] {
  const value = columns.find(({ title }) => title === sorting?.title)?.value;
  if (sorting === null || value === undefined) return rows;
  const way = sorting.descending ? -1 : 1;
  return rows
    .map((row) => ({ row, by: value(row) ?? null }))
    .sort((a, b) => {
      if (a.by === null || b.by === null) return Number(a.by === null) - Number(b.by === null);
      return way * byValue(a.by, b.by);
    })
    .map(({ row }) => row);
}

/** The rows as a file for a spreadsheet: the columns that say something, under their heads. */
export function csvOfRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const exported = columns.filter(({ value, text }) => value !== undefined || text !== undefined);
  const cellOf = (row: Row, { value, text }: Column<Row>) => text?.(row) ?? value?.(row) ?? null;
  return csvLines([
    exported.map(({ title }) => title),
    ...rows.map((row) => exported.map((column) => cellOf(row, column))),
  ]);
}

function byValue(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : byItalianOrder(String(a), String(b));
}
