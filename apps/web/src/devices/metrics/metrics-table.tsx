import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { Column, Sorting } from '../../lists/columns.ts';
import { SortHeads } from '../../lists/sort-heads.tsx';
import { RowGap } from '../../ui/row-gap.tsx';
import tableStyles from '../../ui/table.module.css';
import styles from './metrics.module.css';
import { MetricsTableRow } from './metrics-table-row.tsx';
import type { MeasuredDevice, MetricsRow } from './rows-by-owner.ts';

const HEADER_ROWS = 1;
const USUAL_ROW_PX = 56;

type DeviceMetricsTableProps = {
  rows: readonly MetricsRow[];
  columns: readonly Column<MeasuredDevice>[];
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  linkUp: boolean;
};

/**
 * The table of devices, which scrolls by itself. Only the visible rows are in the page, so thousands of devices stay
 * smooth.
 */
export function DeviceMetricsTable(props: DeviceMetricsTableProps) {
  const { rows, columns, sorting, onSort, linkUp } = props;
  const scroller = useRef<HTMLElement>(null);
  const { getVirtualItems, getTotalSize, measureElement } = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => USUAL_ROW_PX,
    getItemKey: (index) => rowKey(rows[index]),
    overscan: 12,
  });
  const drawn = getVirtualItems();

  return (
    <section
      ref={scroller}
      className={`${tableStyles.scroller} ${styles.metrics}`}
      aria-label="Dispositivi"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
    >
      <table className={tableStyles.tight} aria-rowcount={rows.length + HEADER_ROWS}>
        <caption className="sr">Dispositivi</caption>
        <thead>
          <tr aria-rowindex={HEADER_ROWS}>
            <SortHeads columns={columns} sorting={sorting} onSort={onSort} />
          </tr>
        </thead>
        <tbody>
          <RowGap heightPx={drawn.at(0)?.start ?? 0} />
          {drawn.map(({ index, key }) => {
            const row = rows[index];
            return (
              row && (
                <MetricsTableRow
                  key={key}
                  ref={measureElement}
                  index={index}
                  ariaIndex={index + 1 + HEADER_ROWS}
                  columns={columns.length}
                  row={row}
                  linkUp={linkUp}
                />
              )
            );
          })}
          <RowGap heightPx={getTotalSize() - (drawn.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </section>
  );
}

/** A number for a device is cheaper than a text: each live change asks for the keys of all rows. */
function rowKey(row: MetricsRow | undefined): string | number {
  if (row === undefined) return '';
  return 'device' in row ? row.device.id : `owner ${row.owner ?? ''}`;
}
