import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { UserText } from '../../ui/user-text.tsx';
import { DeviceLink } from '../device-link.tsx';
import styles from './device-card.module.css';

/** The heading of a card: the device's name, or its topic in monospace. */
export function DeviceName({ id, device }: { id: string; device: DeviceStatusRecord }) {
  return (
    <h2 id={id} tabIndex={-1} className={device.device_name === null ? `${styles.name} mono` : styles.name}>
      <DeviceLink id={device.id} name={device.device_name} topic={device.topic} />
    </h2>
  );
}

/** Whose a device is. */
export function OwnerName({ children }: { children: string }) {
  return (
    <p className={styles.owner}>
      <UserText>{children}</UserText>
    </p>
  );
}
