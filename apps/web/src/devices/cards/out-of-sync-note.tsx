import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { describeOutOfSync } from '@semaforo/contract/domain/describe-out-of-sync';
import { serverNow } from '../../platform/server-clock.ts';
import styles from './out-of-sync.module.css';

/**
 * What a device shows instead of what is desired, every lit lamp by name: 'Mostra verde invece di rosso, chiesto alle
 * 20:33'.
 */
export function OutOfSyncNote({ device, words }: { device: DeviceStatusRecord; words: string | null }) {
  return <p className={styles.note}>{describeOutOfSync({ desired: device.desired, words }, serverNow())}</p>;
}
