import { PROFILE_NAMES } from '@semaforo/contract/domain/device-profiles';
import type { ReactNode } from 'react';
import { Age } from '../../platform/age.tsx';
import { formatDateTime } from '../../platform/date-format.ts';
import layoutStyles from '../../ui/layout.module.css';
import { UserText } from '../../ui/user-text.tsx';
import { formatCoordinates } from '../map/coordinates.ts';
import { DeviceStatusTag } from '../metrics/device-status-tag.tsx';
import { formatMeasure, formatUptime } from '../metrics/metrics-format.ts';
import { type MeasuredDevice, ownerLabel } from '../metrics/rows-by-owner.ts';
import styles from './device-facts.module.css';

type DeviceFactsProps = {
  device: MeasuredDevice;
  linkUp: boolean;
  /** What can be done about its position. */
  children?: ReactNode;
};

/** What is known of a device. With `linkUp` false its state is only the last known one. */
export function DeviceFacts({ device, linkUp, children }: DeviceFactsProps) {
  const { status_updated_at: updatedAt, metrics_updated_at: measuredAt } = device;
  return (
    <dl className={styles.facts}>
      <dt>Stato</dt>
      <dd>
        <div className={`${layoutStyles.row} ${layoutStyles.wrap}`}>
          <DeviceStatusTag device={device} linkUp={linkUp} />
        </div>
        {device.error_reason !== null && <p className={styles.reason}>{device.error_reason}</p>}
      </dd>
      <dt>Ultimo aggiornamento</dt>
      <dd>{updatedAt === null ? 'mai sentito' : <Instant at={updatedAt} />}</dd>
      <dt>Tipo</dt>
      <dd>{device.type}</dd>
      <dt>Profilo</dt>
      <dd>{PROFILE_NAMES[device.profile]}</dd>
      <dt>Utente</dt>
      <dd>
        <UserText>{ownerLabel(device.username)}</UserText>
      </dd>
      <dt>Posizione</dt>
      <dd>
        {positionOf(device)} {children}
      </dd>
      <dt>Misure</dt>
      <dd>
        {measuredAt === null ? (
          'nessuna'
        ) : (
          <>
            {formatMeasure(device.temp, '°C')} · {formatMeasure(device.vcc, 'V')} · acceso da{' '}
            {formatUptime(device.uptime)}
            <br />
            <span className="muted small">
              <Instant at={measuredAt} />
            </span>
          </>
        )}
      </dd>
    </dl>
  );
}

function Instant({ at }: { at: string }) {
  return (
    <>
      {formatDateTime(at)} · <Age since={at} />
    </>
  );
}

function positionOf({ latitude, longitude }: MeasuredDevice): string {
  return latitude === null || longitude === null ? 'nessuna' : formatCoordinates({ latitude, longitude });
}
