import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTopInPage } from '../../ui/use-top-in-page.ts';
import styles from './device-card.module.css';

/** The least width of a card or of a row, the gap between them, and about how high they are. */
const CARDS = { minPx: 236, gapPx: 12, heightPx: 172 };
const ROWS = { minPx: 300, gapPx: 4, heightPx: 57 };
const ROWS_BEYOND_WINDOW = 4;

export type DeviceGridProps = {
  label: string;
  devices: readonly DeviceStatusRecord[];
  renderCard: (device: DeviceStatusRecord) => ReactNode;
  /** One line each, instead of a card. */
  asRows?: boolean;
};

/** A grid of cards that keeps only the rows near the visible area in the page. */
export function WindowedGrid({ label, devices, renderCard, asRows = false }: DeviceGridProps) {
  const size = asRows ? ROWS : CARDS;
  const box = useRef<HTMLElement>(null);
  const { columns, top } = useGridGeometry(box, size);
  const rows = useWindowVirtualizer({
    count: Math.ceil(devices.length / columns),
    estimateSize: () => size.heightPx,
    overscan: ROWS_BEYOND_WINDOW,
    gap: size.gapPx,
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
          className={asRows ? `${styles.grid} ${styles.asRows}` : styles.grid}
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

/**
 * How many columns of cards fit in the element, and its distance from the top of the page (px). Both follow changes of
 * the page.
 */
function useGridGeometry(
  box: RefObject<HTMLElement | null>,
  { minPx, gapPx }: typeof CARDS,
): { columns: number; top: number } {
  const [columns, setColumns] = useState(1);
  const top = useTopInPage(box);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () =>
      setColumns(Math.max(1, Math.floor((element.clientWidth + gapPx) / (minPx + gapPx))));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, minPx, gapPx]);

  return { columns, top };
}
