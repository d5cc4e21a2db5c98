import type { WrittenDutyPerson } from '@semaforo/contract/api/alarms';
import { DUTY_CHANNEL_NAMES } from '@semaforo/contract/domain/duty-rules';
import { counted } from '@semaforo/contract/domain/italian';
import { useState } from 'react';
import { serverSentence } from '../api/failures.ts';
import { Button } from '../ui/button.tsx';
import { FailedRead } from '../ui/failed-read.tsx';
import { Icon } from '../ui/icon.tsx';
import { Loading } from '../ui/loading.tsx';
import { TableInput } from '../ui/table-input.tsx';
import { UserText } from '../ui/user-text.tsx';
import styles from './alarms.module.css';
import { useDuty, useSaveDuty, useTestDuty } from './alarms.queries.ts';
import { DutyChannels } from './duty-channels.tsx';

const NEW_PERSON: WrittenDutyPerson = {
  ...{ id: null, name: '', email: null, chat_id: null, push_id: null, ntfy: null, gotify: null },
  ...{ gotify_token: null, sms: null, voice: null, rules: {} },
};

type Duty = NonNullable<ReturnType<typeof useDuty>['data']>;

/** Whom to tell of alarms, one after the other. */
export function DutyPanel() {
  const { data: duty, isError, refetch } = useDuty();
  if (duty) {
    return (
      <div className={styles.duty}>
        <DutyForm key={JSON.stringify(writtenOf(duty))} duty={duty} />
        {duty.people.length > 0 && <DutyTest />}
      </div>
    );
  }
  if (!isError) return <Loading label="Lettura dei reperibili" />;
  return (
    <FailedRead
      sentence="I reperibili non sono stati letti."
      retryLabel="Riprova"
      onRetry={() => void refetch()}
    />
  );
}

function DutyForm({ duty }: { duty: Duty }) {
  const saving = useSaveDuty();
  const [people, setPeople] = useState<readonly WrittenDutyPerson[]>(() => writtenOf(duty));
  const change = (index: number, fields: Partial<WrittenDutyPerson>) =>
    setPeople(people.map((person, at) => (at === index ? { ...person, ...fields } : person)));
  return (
    <form
      className={styles.duty}
      onSubmit={(event) => {
        event.preventDefault();
        if (!saving.isPending) saving.mutate([...people]);
      }}
    >
      <h2>Reperibili</h2>
      <p className="muted">
        Avvisati in quest’ordine, uno ogni {counted(duty.minutes, ['minuto', 'minuti'])} finché qualcuno non
        prende in carico, poi di nuovo dal primo. Canali di questo server:{' '}
        {duty.channels.map((one) => DUTY_CHANNEL_NAMES[one]).join(', ')}.
        {duty.test_at === null
          ? ' I canali non sono provati ogni settimana: manca PUBLIC_URL, o DUTY_TEST_AT è «mai».'
          : ` Ogni settimana (${duty.test_at}) ognuno riceve una prova da confermare.`}
        {!duty.mail && ' Nessun server di posta indicato (SMTP_URL): le e-mail non partono.'}
        {!duty.telegram && ' Nessun bot indicato: i messaggi Telegram non partono.'}
      </p>
      {people.length === 0 && <p>Nessun reperibile: gli allarmi li vede solo chi apre la console.</p>}
      <ol className={styles.people}>
        {people.map((person, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a person is known by the place in the list
          <li key={index}>
            <TableInput
              aria-label={`Nome del reperibile ${index + 1}`}
              placeholder="Nome"
              required
              maxLength={60}
              value={person.name}
              onChange={(event) => change(index, { name: event.target.value })}
            />
            <DutyChannels
              person={person}
              place={index + 1}
              stored={duty.people.find(({ id }) => id === person.id)}
              channels={duty.channels}
              onChange={(fields) => change(index, fields)}
            />
            <Button variant="link" onClick={() => setPeople(people.filter((_person, at) => at !== index))}>
              Togli
            </Button>
          </li>
        ))}
      </ol>
      <div className={styles.acts}>
        <Button variant="outline" onClick={() => setPeople([...people, NEW_PERSON])}>
          Aggiungi
        </Button>
        <Button type="submit" aria-disabled={saving.isPending}>
          Salva i reperibili
        </Button>
      </div>
      {saving.isError && (
        <p role="alert">{serverSentence(saving.error, 'I reperibili non sono stati salvati')}</p>
      )}
      {saving.isSuccess && <p role="status">Reperibili salvati.</p>}
    </form>
  );
}

/** The people as a form has them: a receipt that arrives meanwhile changes none of it. */
function writtenOf({ people }: Duty): WrittenDutyPerson[] {
  return people.map(({ proved: _proved, ...person }) => ({ ...person, gotify_token: null }));
}

/** Whether the alarms of the stored people would reach them. */
function DutyTest() {
  const { mutate, isPending, data: results, error } = useTestDuty();
  return (
    <>
      <div className={styles.acts}>
        <Button variant="outline" aria-disabled={isPending} onClick={() => isPending || mutate()}>
          {isPending ? 'Prova in corso…' : 'Prova gli avvisi'}
        </Button>
        <p className="muted">Manda subito a tutti un messaggio che dice di essere una prova.</p>
      </div>
      {error && <p role="alert">{serverSentence(error, 'Gli avvisi non sono stati provati')}</p>}
      {results && (
        <ul className={styles.results} role="status">
          {results.map(({ name, way, failure }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: results do not move
            <li key={index}>
              <Icon name={failure === null ? 'check' : 'alert'} small />
              <UserText>{name}</UserText>
              {way !== null && `, ${way}`}:{' '}
              {failure === null ? 'preso in consegna' : `non arrivato: ${failure}`}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
