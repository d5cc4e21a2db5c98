import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useRef } from 'react';
import styles from './long-table.module.css';
import { RowGap } from './row-gap.tsx';
import { Table } from './table.tsx';
import { useTopInPage } from './use-top-in-page.ts';

/** Up to this number all rows are in the DOM, so the search of the browser finds them. */
const WINDOWED_ABOVE = 200;
const ROWS_BEYOND_WINDOW = 12;
const USUAL_ROW_PX = 45;
const HEADER_ROWS = 1;

/** What the `tr` of a row must carry. */
export type RowPlace = { ref: Ref<HTMLTableRowElement>; 'data-index': number; 'aria-rowindex': number };

type LongTableProps<Row> = {
  caption: string;
  /** The cells of the header row. */
  head: ReactNode;
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  children: (row: Row, place: RowPlace) => ReactNode;
};

/**
 * A table that scrolls with the page. Above 200 rows only the rows near the window are in the DOM, so it stays fast.
 */
export function LongTable<Row>({ caption, head, rows, rowKey, children }: LongTableProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const windowed = rows.length > WINDOWED_ABOVE;
  const scrollMargin = useTopInPage(box);
  const { getVirtualItems, getTotalSize, measureElement } = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => USUAL_ROW_PX,
    getItemKey: (index) => keyAt(rows, index, rowKey),
    overscan: windowed ? ROWS_BEYOND_WINDOW : WINDOWED_ABOVE,
    scrollMargin,
  });
  const drawn = getVirtualItems();

  return (
    <div ref={box} className={windowed ? styles.windowed : undefined} data-windowed={windowed || undefined}>
      <Table caption={caption} captionHidden stickyHead rowCount={rows.length + HEADER_ROWS}>
        <thead>
          <tr aria-rowindex={HEADER_ROWS}>{head}</tr>
        </thead>
        <tbody>
          <RowGap heightPx={(drawn.at(0)?.start ?? scrollMargin) - scrollMargin} />
          {drawn.map(({ index }) => {
            const row = rows[index];
            const place = { ref: measureElement, 'data-index': index };
            return row && children(row, { ...place, 'aria-rowindex': index + 1 + HEADER_ROWS });
          })}
          <RowGap heightPx={getTotalSize() - ((drawn.at(-1)?.end ?? scrollMargin) - scrollMargin)} />
        </tbody>
      </Table>
    </div>
  );
}

function keyAt<Row>(rows: readonly Row[], index: number, rowKey: (row: Row) => string | number) {
  const row = rows[index];
  return row === undefined ? index : rowKey(row);
}
