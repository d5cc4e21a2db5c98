import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { type ReactNode, useId } from 'react';
import { ColourTag } from '../../lamps/colour-tag.tsx';
import { LanternDrawing } from '../../lamps/lantern-drawing.tsx';
import { StateTag } from '../../lamps/state-tag.tsx';
import type { ViewState } from '../../lamps/view-state.ts';
import panelStyles from '../../ui/panel.module.css';
import { Pill } from '../../ui/pill.tsx';
import styles from './device-card.module.css';
import { DeviceName } from './device-name.tsx';
import { LastUpdate } from './last-update.tsx';

type LanternCardProps = {
  device: DeviceStatusRecord;
  view: ViewState;
  /** A message about this lantern, above everything else. */
  notice: ReactNode;
  /** The toggle. */
  children: ReactNode;
};

/**
 * A lantern with its state in words, the time of its last report, and its toggle. In error it shows its last report as
 * the last known state.
 */
export function LanternCard({ device, view, notice, children }: LanternCardProps) {
  const headingId = useId();
  return (
    <article
      className={`${panelStyles.panel} ${styles.lanternCard}`}
      data-kind={view.kind}
      aria-labelledby={headingId}
    >
      {notice}
      <LanternDrawing view={view} />
      <div className={styles.body}>
        <DeviceName id={headingId} device={device} />
        <p className={styles.tags}>
          <StateTag view={view} brief />
          {view.kind === 'error' && <ColourTag status={view.shown} as="hatched" />}
          {view.kind === 'error' && view.shown !== null && <Pill kind="stale">Non aggiornato</Pill>}
          {view.kind === 'no-data' && <Pill kind="unknown">Nessun dato</Pill>}
        </p>
        {view.kind === 'error' && device.error_reason !== null && (
          <p className={styles.reason}>{device.error_reason}</p>
        )}
        {device.status !== null && <LastUpdate updatedAt={device.updated_at} />}
      </div>
      {children}
    </article>
  );
}
