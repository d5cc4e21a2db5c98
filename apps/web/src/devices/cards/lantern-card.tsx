import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { type ReactNode, useId } from 'react';
import { ColorTag } from '../../lamps/color-tag.tsx';
import { LanternDrawing } from '../../lamps/lantern-drawing.tsx';
import { StateTag } from '../../lamps/state-tag.tsx';
import type { ViewState } from '../../lamps/view-state.ts';
import { Panel } from '../../ui/panel.tsx';
import { Pill } from '../../ui/pill.tsx';
import { AcceptReported } from './accept-reported.tsx';
import styles from './device-card.module.css';
import { DeviceName } from './device-name.tsx';
import { ErrorWords } from './error-sentence.tsx';
import { LastUpdate } from './last-update.tsx';
import { MaintenanceNote } from './maintenance-note.tsx';
import { OutOfSyncNote } from './out-of-sync-note.tsx';

type LanternCardProps = {
  device: DeviceStatusRecord;
  view: ViewState;
  /** A message about this lantern, above everything else. */
  notice: ReactNode;
  /** The toggle. */
  children: ReactNode;
};

/**
 * A lantern with its state in words, the time of its last report, and its toggle. In error it keeps the word of its
 * lamp, hatched unless that is dark and fresh.
 */
export function LanternCard({ device, view, notice, children }: LanternCardProps) {
  const headingId = useId();
  return (
    <Panel
      as="article"
      padded={false}
      className={styles.lanternCard}
      data-kind={view.kind}
      data-out-of-sync={view.outOfSync}
      data-maintenance={view.maintenance}
      aria-labelledby={headingId}
    >
      {notice}
      <LanternDrawing view={view} />
      <div className={styles.body}>
        <DeviceName id={headingId} device={device} />
        <p className={styles.tags}>
          <StateTag view={view} brief />
          {view.kind === 'error' && <ColorTag status={view.shown} as={isDark(view) ? 'solid' : 'hatched'} />}
          {view.kind === 'error' && view.shown !== null && !view.fresh && (
            <Pill kind="stale">Non aggiornato</Pill>
          )}
        </p>
        {device.maintenance && <MaintenanceNote maintenance={device.maintenance} />}
        {view.kind === 'error' && <ErrorWords device={device} />}
        {view.outOfSync && <OutOfSyncNote device={device} words={view.words} />}
        {view.shown !== null && <LastUpdate updatedAt={device.updated_at} />}
        {view.outOfSync && <AcceptReported device={device} headingId={headingId} />}
      </div>
      {children}
    </Panel>
  );
}

function isDark({ lenses }: ViewState): boolean {
  return lenses.acceso === 'dark';
}
