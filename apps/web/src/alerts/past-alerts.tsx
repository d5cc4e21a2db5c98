import type { Alert } from '@semaforo/contract/api/alerts';
import { ColorMark } from '../lamps/color-mark.tsx';
import { formatDateTime } from '../platform/date-format.ts';
import { Panel } from '../ui/panel.tsx';
import { UserText } from '../ui/user-text.tsx';
import styles from './alerts.module.css';
import { alertTitle, STATE_LABELS } from './describe-alert.ts';

/** The alerts that are over, newest first, with who decided and why; nothing before there is one. */
export function PastAlerts({ alerts }: { alerts: readonly Alert[] }) {
  if (alerts.length === 0) return null;
  return (
    <Panel label="Concluse">
      <h2>Concluse</h2>
      <ul className={styles.past}>
        {alerts.map((alert) => (
          <li key={alert.id}>
            <span className="muted">{formatDateTime(alert.decided_at ?? alert.to)}</span>
            <span>
              <ColorMark color={alert.color} /> {alert.drill && <b>PROVA · </b>}
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
    </Panel>
  );
}
