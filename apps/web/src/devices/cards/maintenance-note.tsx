import type { MaintenanceRecord } from '@semaforo/contract/api/devices';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { useSyncExternalStore } from 'react';
import { everySecond } from '../../platform/every-second.ts';
import { serverNow } from '../../platform/server-clock.ts';
import { UserText } from '../../ui/user-text.tsx';
import styles from './maintenance-note.module.css';

/** Until when people work on a device, why, and who said so. */
export function MaintenanceNote({ maintenance }: { maintenance: MaintenanceRecord }) {
  const { until, reason, by } = maintenance;
  const words = useSyncExternalStore(everySecond, () => describeMaintenance(until, serverNow()));
  return (
    <p className={styles.note}>
      {words}: <UserText>{`${reason} (${by})`}</UserText>
    </p>
  );
}

/** 'In manutenzione fino alle 18:30' on that same day of Rome, else 'In manutenzione fino al 26/11/2026 alle 18:30'. */
function describeMaintenance(until: string, now: number): string {
  const { date, time } = romeWallTime(Date.parse(until));
  const [year, month, day] = date.split('-');
  const at = `alle ${time.slice(0, 5)}`;
  const isToday = romeWallTime(now).date === date;
  return `In manutenzione fino ${isToday ? at : `al ${day}/${month}/${year} ${at}`}`;
}
