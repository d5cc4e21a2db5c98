import type { MaintenanceRecord } from '@semaforo/contract/api/devices';
import { useSyncExternalStore } from 'react';
import { everySecond } from '../../platform/every-second.ts';
import { serverNow } from '../../platform/server-clock.ts';
import { UserText } from '../../ui/user-text.tsx';
import { maintenanceInWords } from '../maintenance/maintenance-in-words.ts';
import styles from './maintenance-note.module.css';

/** Until when people work on a device, why, and who said so. */
export function MaintenanceNote({ maintenance }: { maintenance: MaintenanceRecord }) {
  const { until, reason, by } = maintenance;
  const words = useSyncExternalStore(everySecond, () => maintenanceInWords(until, serverNow()));
  return (
    <p className={styles.note}>
      {words}: <UserText>{`${reason} (${by})`}</UserText>
    </p>
  );
}
