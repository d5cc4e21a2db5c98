import { Fragment, lazy, Suspense } from 'react';
import styles from './device-card.module.css';
import type { DeviceGridProps } from './windowed-grid.tsx';

/** Up to this number all cards are in the page, where the browser's own search finds them. */
const WINDOWED_ABOVE = 200;

/** Loaded only for large towns: the first screen stays small. */
const WindowedGrid = lazy(async () => ({
  default: (await import('./windowed-grid.tsx')).WindowedGrid,
}));

/** Cards in the given order; above 200 only the rows near the visible area are in the page. */
export function DeviceGrid(props: DeviceGridProps) {
  if (props.devices.length > WINDOWED_ABOVE) {
    return (
      <Suspense>
        <WindowedGrid {...props} />
      </Suspense>
    );
  }
  return (
    <section
      className={props.asRows ? `${styles.grid} ${styles.asRows}` : styles.grid}
      aria-label={props.label}
    >
      {props.devices.map((device) => (
        <Fragment key={device.id}>{props.renderCard(device)}</Fragment>
      ))}
    </section>
  );
}
