import { Age } from '../../platform/age.tsx';
import { formatDateTime } from '../../platform/date-format.ts';
import styles from './device-card.module.css';

/** The time of the device's last report and its age; '---' for a last known state without a time. */
export function LastUpdate({ updatedAt }: { updatedAt: string | null }) {
  if (updatedAt === null) return <p className={styles.meta}>Ultimo aggiornamento: ---</p>;
  return (
    <div className={styles.meta}>
      <p className={styles.age}>
        <Age since={updatedAt} />
      </p>
      <p>Ultimo aggiornamento: {formatDateTime(updatedAt)}</p>
    </div>
  );
}
