import type { Alert } from '@semaforo/contract/api/alerts';
import { formatDateTime } from '../platform/date-format.ts';
import { UserText } from '../ui/user-text.tsx';
import styles from './alerts.module.css';
import { alertTitle, STATE_LABELS } from './describe-alert.ts';

/** The alerts that are over, newest first, with who decided and why. */
export function PastAlerts({ alerts }: { alerts: readonly Alert[] }) {
  if (alerts.length === 0) return <p className="muted">Nessuna allerta è ancora finita.</p>;
  return (
    <ul className={styles.past}>
      {alerts.map((alert) => (
        <li key={alert.id}>
          <span className="muted">{formatDateTime(alert.decided_at ?? alert.to)}</span>
          <span>
            {alert.drill && <b>PROVA · </b>}
            <b>{STATE_LABELS[alert.state]}</b>: {alertTitle(alert)}
            {alert.note !== null && (
              <>
                {' '}
                · <UserText>{alert.note}</UserText>
              </>
            )}
          </span>
          <span>{alert.author ?? 'Semaforo'}</span>
        </li>
      ))}
    </ul>
  );
}
