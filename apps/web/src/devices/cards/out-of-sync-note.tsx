import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { describeOutOfSync } from '@semaforo/contract/domain/describe-out-of-sync';
import { counted } from '@semaforo/contract/domain/italian';
import { serverNow } from '../../platform/server-clock.ts';
import styles from './out-of-sync.module.css';

/**
 * What a device shows instead of what is desired, every lit lamp by name, and how often the console has commanded that
 * again: 'Mostra verde invece di rosso, chiesto alle 20:33; riacceso 2 volte'.
 */
export function OutOfSyncNote({ device, words }: { device: DeviceStatusRecord; words: string | null }) {
  const reasserted = device.desired?.reasserted ?? 0;
  return (
    <p className={styles.note}>
      {describeOutOfSync({ desired: device.desired, words }, serverNow())}
      {reasserted > 0 && `; riacceso ${counted(reasserted, ['volta', 'volte'])}`}
    </p>
  );
}
