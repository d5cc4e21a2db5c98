import type { AlarmRecord } from '@semaforo/contract/api/alarms';
import { LOCALE } from '@semaforo/contract/domain/rome-time';
import { formatTimeOfDay } from '../platform/date-format.ts';
import { UserText } from '../ui/user-text.tsx';
import styles from './alarms.module.css';

const inOneSentence = new Intl.ListFormat(LOCALE, { type: 'conjunction' });

/** Who was told, and who is next if nobody takes the alarm in charge. */
export function AlarmSteps({ steps }: { steps: AlarmRecord['steps'] }) {
  if (steps.length === 0)
    return <p className="muted">Nessun reperibile da avvisare: lo vede solo chi apre la console.</p>;
  return (
    <ol className={styles.steps}>
      {steps.map(({ name, ways, at, told }, index) => (
        <li key={`${at} ${name}`} data-told={told}>
          <span className={styles.number}>{index + 1}</span>
          <span>
            <UserText>{name}</UserText> {told ? 'avvisato ' : ''}alle <b>{formatTimeOfDay(at)}</b>
            {told
              ? ways.length === 0
                ? ', senza recapito'
                : `, ${inOneSentence.format(ways)}`
              : ', se nessuno prende in carico'}
          </span>
        </li>
      ))}
    </ol>
  );
}
