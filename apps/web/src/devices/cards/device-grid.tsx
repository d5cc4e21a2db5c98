import { Fragment, lazy, Suspense } from 'react';
import styles from './device-card.module.css';
import type { DeviceGridProps } from './windowed-grid.tsx';

/** Up to here all cards are in the page, where the browser's own search finds them. */
const WINDOWED_ABOVE = 200;

/** Only large towns need it: the first screen stays light. */
const WindowedGrid = lazy(async () => ({
  default: (await import('./windowed-grid.tsx')).WindowedGrid,
}));

/** Cards in the order given; above 200 only the rows near the window are in the page. */
export function DeviceGrid(props: DeviceGridProps) {
  if (props.devices.length > WINDOWED_ABOVE) {
    return (
      <Suspense>
        <WindowedGrid {...props} />
      </Suspense>
    );
  }
  return (
    <section className={styles.grid} aria-label={props.label}>
      {props.devices.map((device) => (
        <Fragment key={device.id}>{props.renderCard(device)}</Fragment>
      ))}
    </section>
  );
}
