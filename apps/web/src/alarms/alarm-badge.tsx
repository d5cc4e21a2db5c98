import { counted } from '@semaforo/contract/domain/italian';
import styles from './alarms.module.css';
import { useAlarms } from './alarms.queries.ts';

/** How many alarms are not resolved; nothing for none. */
export function AlarmBadge() {
  const { alarms } = useAlarms();
  const count = alarms.filter(({ state }) => state === 'aperto' || state === 'preso in carico').length;
  if (count === 0) return null;
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{count}</span>
      <span className="sr">{counted(count, ['allarme da seguire', 'allarmi da seguire'])}</span>
    </span>
  );
}
