import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { askedInWords } from '../../lamps/asked-in-words.ts';
import { serverNow } from '../../platform/server-clock.ts';
import styles from './differs.module.css';

/**
 * What was asked of a device and what it shows instead, every lit lamp by name: 'Chiesto rosso alle 20:33, mostra verde
 * e rosso'.
 */
export function DiffersNote({ device, words }: { device: DeviceStatusRecord; words: string | null }) {
  return <p className={styles.note}>{askedInWords({ asked: device.asked, words }, serverNow())}</p>;
}
