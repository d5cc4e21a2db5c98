import type { Alert } from '@semaforo/contract/api/alerts';
import { Button } from '../ui/button.tsx';
import { UserTextList } from '../ui/user-text-list.tsx';
import { overrideInWords } from './alert-in-words.ts';
import styles from './alerts.module.css';
import { namesOrCount } from './showing-now.ts';

/** The signals that a person commanded during the alert, until it ends; and the way back. */
export function AlertOverrides(props: { alert: Alert; disabled: boolean; onReturn: () => void }) {
  const { overrides, to, devices } = props.alert;
  const [first] = overrides;
  if (!first) return null;
  const colors = [...new Set(overrides.map(({ color }) => color.toUpperCase()))].join(', ');
  const whose = namesOrCount(
    overrides.map(({ name }) => name),
    devices.length,
  );
  return (
    <div className={styles.override}>
      <p>
        <b>{overrideInWords(Date.parse(to))}</b> su <UserTextList texts={[whose]} />: {colors}, {first.author}
      </p>
      <Button variant="link" disabled={props.disabled} onClick={props.onReturn}>
        Torna all’allerta
      </Button>
    </div>
  );
}
