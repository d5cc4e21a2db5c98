import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { type ReactNode, useId } from 'react';
import { Pill } from '../../ui/pill.tsx';
import '../../ui/panel.css';
import './device-card.css';
import { ColourTag } from '../../lamps/colour-tag.tsx';
import { LanternDrawing } from '../../lamps/lantern-drawing.tsx';
import { StateTag } from '../../lamps/state-tag.tsx';
import type { ViewState } from '../../lamps/view-state.ts';
import { DeviceName } from './device-name.tsx';
import { LastUpdate } from './last-update.tsx';

type LanternCardProps = {
  device: DeviceStatusRecord;
  view: ViewState;
  /** A message about this lantern, above all else. */
  notice: ReactNode;
  /** The toggle. */
  children: ReactNode;
};

/** A lantern with its state in words, when it last spoke, and its toggle; in error what it last said stands as the last known state. */
export function LanternCard({ device, view, notice, children }: LanternCardProps) {
  const headingId = useId();
  return (
    <article
      className={view.kind === 'error' ? 'panel lcard card--err' : 'panel lcard'}
      aria-labelledby={headingId}
    >
      {notice}
      <LanternDrawing view={view} />
      <div className="card__body">
        <DeviceName id={headingId} device={device} />
        <p className="stat">
          <StateTag view={view} brief />
          {view.kind === 'error' && <ColourTag status={view.shown} as="hatched" />}
          {view.kind === 'error' && view.shown !== null && <Pill kind="stale">Non aggiornato</Pill>}
          {view.kind === 'no-data' && <Pill kind="unknown">Nessun dato</Pill>}
        </p>
        {view.kind === 'error' && device.error_reason !== null && (
          <p className="card__why">{device.error_reason}</p>
        )}
        {device.status !== null && <LastUpdate updatedAt={device.updated_at} />}
      </div>
      {children}
    </article>
  );
}
