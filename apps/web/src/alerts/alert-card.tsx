import type { Alert } from '@semaforo/contract/api/alerts';
import { useId, useState, useSyncExternalStore } from 'react';
import { serverSentence } from '../api/failures.ts';
import { ColorMark } from '../lamps/color-mark.tsx';
import { everySecond } from '../platform/every-second.ts';
import { serverNow } from '../platform/server-clock.ts';
import { Alert as Notice } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { UserText } from '../ui/user-text.tsx';
import { UserTextList } from '../ui/user-text-list.tsx';
import { AlertButtons } from './alert-buttons.tsx';
import styles from './alerts.module.css';
import { type AlertAct, useDecideAlert } from './alerts.queries.ts';
import {
  alertTitle,
  describeExercise,
  describeOverride,
  describeTargets,
  formatBegins,
  formatUntil,
  STATE_LABELS,
} from './describe-alert.ts';
import type { Ended } from './end-dialog.tsx';
import { describeShowing, namesOrCount, type ShowingNow, useShowingNow } from './showing-now.ts';

/** The beginning of a minute: what is counted in minutes need not be drawn each second. */
function thisMinute(): number {
  return Math.floor(serverNow() / 60_000) * 60_000;
}

type AlertCardProps = {
  alert: Alert;
  /** The link is cut: how many confirmed is only what was last known. */
  isOld: boolean;
  /** Why nothing can be decided now; null when it can. */
  block: string | null;
  /** Who looks: whoever asked for an alert that needs two cannot be the second. */
  username: string | undefined;
  onChange?: (alert: Alert) => void;
};

/** An alert that waits or is in course, with what a person may do. An exercise cannot be mistaken for a real one. */
export function AlertCard({ alert, isOld, block, username, onChange }: AlertCardProps) {
  const now = useSyncExternalStore(everySecond, thisMinute);
  const deciding = useDecideAlert();
  const [failure, setFailure] = useState<string>();
  const act = (what: AlertAct, how: Partial<Ended> = {}) => {
    setFailure(undefined);
    deciding.mutate(
      { act: what, id: alert.id, ...how },
      { onError: (error) => setFailure(serverSentence(error, 'L’allerta non è stata cambiata')) },
    );
  };
  const showing = useShowingNow(alert, !isOld);
  const title = alertTitle(alert);
  const awaitedId = useId();
  const isAsker = alert.awaits === 'seconda persona' && alert.author === username;
  return (
    <article className={styles.card} data-state={alert.state} data-drill={alert.drill} aria-label={title}>
      <ColorMark color={alert.color} large />
      <div className={styles.words}>
        {alert.drill && <p className={styles.drill}>ESERCITAZIONE</p>}
        <h3>
          <span className={styles.state}>{STATE_LABELS[alert.state]}</span> {title}
        </h3>
        <p>
          <UserText>{alert.reason}</UserText>
        </p>
        <p className="muted">
          {alert.owner !== null && username !== undefined && alert.owner !== username && (
            <>
              <bdi>{alert.owner}</bdi> ·{' '}
            </>
          )}
          {describeTargets(alert)} · {progressOf(alert, { now, isOld, showing })}
          {isOld && ' (ultimo dato noto)'}
          {describeDecided(alert)}
        </p>
        {alert.drill && <p>{describeExercise(alert)}</p>}
        {alert.awaits !== null && (
          <p id={awaitedId} className={styles.awaits}>
            {isAsker ? REQUESTED_BY_READER : AWAITED[alert.awaits]}
          </p>
        )}
        {alert.state === 'in corso' && (
          <AlertOverrides
            alert={alert}
            disabled={deciding.isPending || isOld}
            onReturn={() => act('returnToAlert')}
          />
        )}
        {failure !== undefined && (
          <Notice kind="danger" closeLabel="Chiudi l’avviso" onClose={() => setFailure(undefined)}>
            {failure}
          </Notice>
        )}
      </div>
      <div className={styles.buttons}>
        <AlertButtons
          alert={alert}
          block={block}
          linkUp={!isOld}
          disabled={deciding.isPending}
          askerBlock={isAsker ? awaitedId : undefined}
          onAct={act}
          onChange={onChange && (() => onChange(alert))}
        />
      </div>
    </article>
  );
}

const REQUESTED_BY_READER =
  'L’hai chiesta tu e serve una seconda persona: la conferma un’altra, che veda gli stessi semafori. Nessuna lampada è ancora cambiata.';

const AWAITED = {
  'seconda persona':
    'Serve una seconda persona: la conferma un’altra, che veda gli stessi semafori. Nessuna lampada è ancora cambiata.',
  inizio:
    'Non è iniziata in tempo: il server non era attivo o nulla è stato inviato. Conferma per iniziarla adesso.',
  fine: 'Il suo tempo è finito e le lampade sono ancora accese: nessuna macchina le abbassa. Conferma la fine.',
} as const;

function describeDecided({ author, approved_by, awaits }: Alert): string {
  if (author === null) return ' · nessuno l’ha ancora confermata';
  if (awaits === 'seconda persona') return ` · chiesta da ${author}`;
  if (approved_by !== undefined) return ` · chiesta da ${author}, confermata da ${approved_by}`;
  return ` · confermata da ${author}`;
}

type Now = { now: number; isOld: boolean; showing: ShowingNow | undefined };

/** What its signals show now counts, not what they confirmed when it began. */
function progressOf(alert: Alert, { now, isOld, showing }: Now): string {
  if (alert.state !== 'in corso') return formatBegins(alert.from, now);
  const until = formatUntil(alert.to, now);
  const total = alert.devices.length;
  if (total === 0) return until;
  if (isOld) return `${until} · ${alert.showing}/${total} mostravano ${alert.color}`;
  const current = showing ?? { showing: alert.showing, total, others: [] };
  return `${until} · ${describeShowing(current, alert.color)}`;
}

/** The signals that a person commanded during the alert, until it ends; and the way back. */
function AlertOverrides(props: { alert: Alert; disabled: boolean; onReturn: () => void }) {
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
        <b>{describeOverride(Date.parse(to))}</b> su <UserTextList texts={[whose]} />: {colors},{' '}
        {first.author}
      </p>
      <Button variant="link" disabled={props.disabled} onClick={props.onReturn}>
        Torna all’allerta
      </Button>
    </div>
  );
}
