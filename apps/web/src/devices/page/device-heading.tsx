import { labelOf } from '@semaforo/contract/domain/label';
import layoutStyles from '../../ui/layout.module.css';
import { UserText } from '../../ui/user-text.tsx';
import { HealthPill } from '../metrics/health-pill.tsx';
import type { MeasuredDevice } from '../metrics/rows-by-owner.ts';

/** The name of a device, its topic and whether it is well. */
export function DeviceHeading({ device }: { device: MeasuredDevice }) {
  return (
    <div className={layoutStyles.head}>
      <h1>
        <UserText>{labelOf(device)}</UserText>
      </h1>
      <span className="mono muted">
        <UserText>{device.topic}</UserText>
      </span>
      <HealthPill device={device} />
    </div>
  );
}
