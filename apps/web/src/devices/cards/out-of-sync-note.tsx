import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { describeOutOfSync } from '../../lamps/describe-out-of-sync.ts';
import { serverNow } from '../../platform/server-clock.ts';
import styles from './out-of-sync.module.css';

/**
 * What was asked of a device and what it shows instead, every lit lamp by name: 'Chiesto rosso alle 20:33, mostra verde
 * e rosso'.
 */
export function OutOfSyncNote({ device, words }: { device: DeviceStatusRecord; words: string | null }) {
  return <p className={styles.note}>{describeOutOfSync({ desired: device.desired, words }, serverNow())}</p>;
}
