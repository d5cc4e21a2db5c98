import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { askedInWords } from '../../lamps/asked-in-words.ts';
import { serverNow } from '../../platform/server-clock.ts';
import styles from './differs.module.css';

/** What was asked of a device and what it shows instead: 'Chiesto rosso alle 20:33, mostra arancio'. */
export function DiffersNote({ device, shown }: { device: DeviceStatusRecord; shown: DeviceStatus | null }) {
  return <p className={styles.note}>{askedInWords({ asked: device.asked, shown }, serverNow())}</p>;
}
