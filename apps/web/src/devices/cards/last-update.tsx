import { Age } from '../../platform/age.tsx';
import { formatDateTime } from '../../platform/date-format.ts';
import styles from './device-card.module.css';

/** When the device last spoke, and how long ago; '---' when only a last known state was found, without its time. */
export function LastUpdate({ updatedAt }: { updatedAt: string | null }) {
  if (updatedAt === null) return <p className={styles.meta}>Ultimo aggiornamento: ---</p>;
  return (
    <div className={styles.meta}>
      <p>
        Ultimo aggiornamento: <span className="nw">{formatDateTime(updatedAt)}</span>
      </p>
      <p className={styles.age}>
        <Age since={updatedAt} />
      </p>
    </div>
  );
}
