import type { AlarmRecord } from '@semaforo/contract/api/alarms';
import { DUTY_ALARM } from '@semaforo/contract/domain/alarm-rules';
import { alarmWords } from '@semaforo/contract/domain/alarm-title';
import { counted, formatOthers } from '@semaforo/contract/domain/italian';
import { Fragment, type ReactNode, useId, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { serverSentence } from '../api/failures.ts';
import { formatTimeOfDay } from '../platform/date-format.ts';
import { everySecond } from '../platform/every-second.ts';
import { serverNow } from '../platform/server-clock.ts';
import { Alert as Notice } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { TableInput } from '../ui/table-input.tsx';
import { UserText } from '../ui/user-text.tsx';
import styles from './alarms.module.css';
import { type AlarmRoute, useActOnAlarm } from './alarms.queries.ts';
import { describeOutcomes, formatTimes, STATE_ICONS, STATE_LABELS, titleOf } from './describe-alarm.ts';

const wholeSecond = () => Math.floor(serverNow() / 1000) * 1000;

const anchorOf = ({ id }: AlarmRecord) => `allarme-${id}`;

/** A notification has named that alarm in the address. */
export function isRequestedFor(alarm: AlarmRecord): boolean {
  return location.hash === `#${anchorOf(alarm)}`;
}

function standInView(card: HTMLElement | null): void {
  card?.scrollIntoView({ block: 'center' });
}

type AlarmRowProps = {
  alarm: AlarmRecord;
  /** How the device of the alarm stands, where it is of one. */
  light?: ReactNode;
};

/** An alarm with its device, its escalation and what a person may do. */
export function AlarmRow({ alarm, light }: AlarmRowProps) {
  const now = useSyncExternalStore(everySecond, wholeSecond);
  const title = titleOf(alarm);
  const [one] = alarm.devices;
  const headingId = useId();
  return (
    <article
      ref={isRequestedFor(alarm) ? standInView : undefined}
      id={anchorOf(alarm)}
      className={styles.row}
      data-state={alarm.state}
      aria-labelledby={headingId}
    >
      {light ?? <Icon name={STATE_ICONS[alarm.state]} />}
      <div className={styles.words}>
        <h3 id={headingId}>
          {one && alarm.device_count === 1 ? (
            <>
              <DeviceName {...one} kind={alarm.kind} />: {alarmWords(alarm.kind)}
            </>
          ) : (
            title
          )}{' '}
          <span className={styles.state}>{STATE_LABELS[alarm.state]}</span>
        </h3>
        {alarm.device_count > 1 && (
          <p>
            Raggruppati:{' '}
            {alarm.devices.map((device, index) => (
              <Fragment key={device.id}>
                {index > 0 && ', '}
                <DeviceName {...device} kind={alarm.kind} />
              </Fragment>
            ))}
            {alarm.device_count > alarm.devices.length &&
              ` e ${formatOthers(alarm.device_count - alarm.devices.length)}`}
            .
          </p>
        )}
        <p>
          {alarm.detail !== null && `${alarm.detail}. `}
          {formatTimes(alarm, now)}
          {alarm.returns > 0 && ` Tornato ${counted(alarm.returns, ['volta', 'volte'])}.`}
          {alarm.owner !== null && (
            <span className="muted">
              {' '}
              Comune: <UserText>{alarm.owner}</UserText>
            </span>
          )}
        </p>
        {alarm.state === 'preso in carico' && (
          <p>
            Preso in carico da <b>{alarm.taken_by}</b> alle {formatTimeOfDay(alarm.state_at)}.
            {alarm.held_until !== null &&
              ` L’escalation è sospesa fino alle ${formatTimeOfDay(alarm.held_until)}.`}
          </p>
        )}
        {alarm.note !== null && (
          <p className={styles.note}>
            <UserText>{alarm.note}</UserText>
          </p>
        )}
        {alarm.state === 'aperto' && <AlarmSteps alarm={alarm} />}
        <AlarmActs alarm={alarm} title={title} />
      </div>
    </article>
  );
}

function DeviceName({ id, name, kind }: AlarmRecord['devices'][number] & { kind: AlarmRecord['kind'] }) {
  if (kind === DUTY_ALARM) return <UserText>{name}</UserText>;
  return (
    <Link to={`/devices/${id}`}>
      <UserText>{name}</UserText>
    </Link>
  );
}

function AlarmActs({
  alarm: { id, state, device_count: count },
  title,
}: {
  alarm: AlarmRecord;
  title: string;
}) {
  const acting = useActOnAlarm();
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState<string>();
  const act = (route: AlarmRoute) => {
    setFailure(undefined);
    acting.mutate(
      { route, id, note },
      {
        onSuccess: () => setNote(''),
        onError: (error) => setFailure(serverSentence(error, 'L’allarme non è stato cambiato')),
      },
    );
  };
  const button = (route: AlarmRoute, word: string) => (
    <Button variant="outline" aria-disabled={acting.isPending} onClick={() => act(route)}>
      {word}
    </Button>
  );
  return (
    <>
      {failure !== undefined && (
        <Notice kind="danger" closeLabel="Chiudi l’avviso" onClose={() => setFailure(undefined)}>
          {failure}
        </Notice>
      )}
      {state === 'aperto' && (
        <form
          className={styles.take}
          onSubmit={(event) => {
            event.preventDefault();
            if (!acting.isPending) act('takeAlarm');
          }}
        >
          <TableInput
            aria-label={`Nota per ${title}`}
            placeholder="Nota: che cosa si fa e chi va (facoltativa)"
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
          <Button type="submit" aria-disabled={acting.isPending}>
            {count > 1 ? `Prendi in carico i ${count}` : 'Prendi in carico'}
          </Button>
        </form>
      )}
      <div className={styles.acts}>
        {state === 'preso in carico' && button('resolveAlarm', 'Risolvi')}
        {state === 'preso in carico' && button('giveBackAlarm', 'Restituisci')}
        {state === 'risolto' && button('closeAlarm', 'Chiudi')}
      </div>
    </>
  );
}

/** Who was told by what, or why not, and who is next if no one takes the alarm in charge. */
function AlarmSteps({ alarm: { steps, repeat_at: repeatAt } }: { alarm: AlarmRecord }) {
  if (steps.length === 0)
    return <p className="muted">Nessun reperibile da avvisare: lo vede solo chi apre la console.</p>;
  return (
    <ol className={styles.steps}>
      {steps.map(({ name, ways, at, told, outcomes }, index) => (
        <li key={`${at} ${name}`} data-told={told}>
          <span className={styles.number}>{index + 1}</span>
          <span>
            <UserText>{name}</UserText> {told ? 'avvisato ' : ''}alle <b>{formatTimeOfDay(at)}</b>
            {told ? describeOutcomes(ways, outcomes) : ', se nessuno prende in carico'}
          </span>
        </li>
      ))}
      {repeatAt !== null && (
        <li>
          <span>
            Si ricomincia dal primo alle <b>{formatTimeOfDay(repeatAt)}</b>, se nessuno prende in carico
          </span>
        </li>
      )}
    </ol>
  );
}
