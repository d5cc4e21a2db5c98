import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { Lasting } from '../../platform/age.tsx';
import styles from './device-card.module.css';

/** Why a device is in error, and for how long where that is known. */
export function ErrorWords({ device }: { device: DeviceStatusRecord }) {
  const { error_reason: reason, error_since: since } = device;
  if (reason === null) return null;
  return (
    <p className={styles.reason}>
      {reason}
      {since !== null && (
        <>
          ,{' '}
          <span className="nw">
            da <Lasting since={since} />
          </span>
        </>
      )}
    </p>
  );
}
