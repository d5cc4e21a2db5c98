import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type ReactNode, useRef } from 'react';
import styles from './device-card.module.css';
import { GRID_GAP_PX, useGridGeometry } from './use-grid-geometry.ts';

const ROW_ESTIMATE_PX = 172;
const ROWS_BEYOND_WINDOW = 4;

export type DeviceGridProps = {
  label: string;
  devices: readonly DeviceStatusRecord[];
  renderCard: (device: DeviceStatusRecord) => ReactNode;
};

/** A grid of cards that keeps only the rows near the visible area in the page. */
export function WindowedGrid({ label, devices, renderCard }: DeviceGridProps) {
  const box = useRef<HTMLElement>(null);
  const { columns, top } = useGridGeometry(box);
  const rows = useWindowVirtualizer({
    count: Math.ceil(devices.length / columns),
    estimateSize: () => ROW_ESTIMATE_PX,
    overscan: ROWS_BEYOND_WINDOW,
    gap: GRID_GAP_PX,
    scrollMargin: top,
  });
  return (
    <section
      ref={box}
      className={styles.windowedGrid}
      aria-label={label}
      style={{ height: rows.getTotalSize() }}
    >
      {rows.getVirtualItems().map(({ key, index, start }) => (
        <div
          key={key}
          ref={rows.measureElement}
          data-index={index}
          className={styles.grid}
          style={{
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            transform: `translateY(${start - top}px)`,
          }}
        >
          {devices.slice(index * columns, (index + 1) * columns).map((device) => (
            <Fragment key={device.id}>{renderCard(device)}</Fragment>
          ))}
        </div>
      ))}
    </section>
  );
}
