import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { RowGap } from '../../ui/row-gap.tsx';
import tableStyles from '../../ui/table.module.css';
import styles from './metrics.module.css';
import { MetricsTableRow } from './metrics-table-row.tsx';
import type { MetricsRow } from './rows-by-owner.ts';

const COLUMNS = [
  { title: 'ID', name: 'id' },
  { title: 'Nome', name: 'name' },
  { title: 'Topic', name: 'topic' },
  { title: 'Tipo', name: 'type' },
  { title: 'Stato', name: 'status' },
  { title: 'Errore', name: 'error' },
  { title: 'Temp', name: 'temp' },
  { title: 'Vcc', name: 'vcc' },
  { title: 'Uptime', name: 'uptime' },
  { title: 'Agg. Stato', name: 'time' },
  { title: 'Agg. Metriche', name: 'time' },
];
/** Their figures stand one below the other. */
const NUMBERS = new Set(['temp', 'vcc', 'uptime']);
const HEADER_ROWS = 1;
const USUAL_ROW_PX = 56;

type DeviceMetricsTableProps = { rows: readonly MetricsRow[]; linkUp: boolean };

/**
 * The table of devices, which scrolls by itself. Only the visible rows are in the page, so thousands of devices stay
 * smooth.
 */
export function DeviceMetricsTable({ rows, linkUp }: DeviceMetricsTableProps) {
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
            {COLUMNS.map(({ title, name }) => (
              <th
                key={title}
                scope="col"
                data-column={name}
                data-cell={NUMBERS.has(name) ? 'number' : undefined}
              >
                {title}
              </th>
            ))}
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
                  columns={COLUMNS.length}
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
