import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { memo, useId } from 'react';
import '../../ui/panel.css';
import './device-card.css';
import { StateTag } from '../../lamps/state-tag.tsx';
import { TrafficLight } from '../../lamps/traffic-light.tsx';
import { viewStateOf } from '../../lamps/view-state.ts';
import { DeviceName } from './device-name.tsx';
import { LastUpdate } from './last-update.tsx';

/** A signal with its light, its state in words, and when it last spoke. Redraws only when its own record changes. */
export const SignalCard = memo(function SignalCard(props: { device: DeviceStatusRecord; linkUp: boolean }) {
  const { device, linkUp } = props;
  const headingId = useId();
  const view = viewStateOf(device, linkUp);
  return (
    <article
      className={view.kind === 'error' ? 'panel card card--err' : 'panel card'}
      aria-labelledby={headingId}
    >
      <TrafficLight view={view} />
      <div className="card__body">
        <DeviceName id={headingId} device={device} />
        <p className="stat">
          <StateTag view={view} />
        </p>
        {view.kind === 'error' && device.error_reason !== null && (
          <p className="card__why">{device.error_reason}</p>
        )}
        {device.status === null ? (
          <p className="card__meta">Nessun dato</p>
        ) : (
          <LastUpdate updatedAt={device.updated_at} />
        )}
      </div>
    </article>
  );
});
