import { useRef } from 'react';
import { FailedRead } from '../../ui/failed-read.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { Loading } from '../../ui/loading.tsx';
import { ToastAlert, useToast } from '../../ui/toast.tsx';
import { UserText } from '../../ui/user-text.tsx';
import styles from '../sessions.module.css';
import { useCurrentUser } from '../users.queries.ts';
import { NewPersonForm } from './new-person-form.tsx';
import { usePeople } from './people.queries.ts';
import { PersonRow } from './person-row.tsx';

/** 'Persone': who acts for a Comune, each with a log-in of their own; for an admin those of the Comune given. */
export function PeoplePanel({ comune }: { comune?: { id: number; username: string } }) {
  const { shown, notify, close } = useToast();
  const heading = useRef<HTMLHeadingElement>(null);
  const people = usePeople();
  const oneself = useCurrentUser().data?.person?.id;
  const listed = people.data?.filter((person) => comune === undefined || person.user_id === comune.id);
  return (
    <section className={layoutStyles.stack} aria-labelledby="people">
      <h2 ref={heading} tabIndex={-1} id="people">
        Persone
        {comune && (
          <>
            {' di '}
            <UserText>{comune.username}</UserText>
          </>
        )}
      </h2>
      <p className="small muted">
        Ognuno entra con il proprio nome, che resta nello storico e nel registro. Per il rosso in due bastano
        due persone dello stesso Comune.
      </p>
      <ToastAlert shown={shown} closeLabel="Chiudi" onClose={close} />
      {people.isPending && <Loading label="Caricamento persone" blocks={1} />}
      {people.isLoadingError && (
        <FailedRead
          sentence="Errore caricamento persone"
          retryLabel="Riprova"
          onRetry={() => void people.refetch()}
        />
      )}
      {listed?.length === 0 && <p>Ancora nessuna: finora il Comune entra con un accesso solo.</p>}
      <ul className={styles.sessions} aria-labelledby="people">
        {listed?.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            isOneself={person.id === oneself}
            onNotice={notify}
            // The button that was pressed goes away with its row.
            onDone={() => heading.current?.focus()}
          />
        ))}
      </ul>
      <NewPersonForm comuneId={comune?.id} onNotice={notify} />
    </section>
  );
}
