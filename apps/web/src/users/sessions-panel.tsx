import { useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { FailedRead } from '../ui/failed-read.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Loading } from '../ui/loading.tsx';
import { ToastAlert, useToast } from '../ui/toast.tsx';
import { SessionRow } from './session-row.tsx';
import styles from './sessions.module.css';
import { useEndOtherSessions, useSessions } from './sessions.queries.ts';

/** The user's open sessions: where from, since when, and a button that ends each. */
export function SessionsPanel() {
  const { shown, notify, close } = useToast();
  const heading = useRef<HTMLHeadingElement>(null);
  const sessions = useSessions();
  // The button that was pressed goes away with its session.
  const onDone = () => heading.current?.focus();
  const endOthers = useEndOtherSessions({ onNotice: notify, onDone });

  return (
    <section className={layoutStyles.stack} aria-labelledby="open-sessions">
      <div className={layoutStyles.apart}>
        <h2 ref={heading} tabIndex={-1} id="open-sessions">
          Sessioni aperte
        </h2>
        {sessions.data !== undefined && sessions.data.length > 1 && (
          <Button
            variant="danger"
            aria-disabled={endOthers.isPending}
            onClick={() => !endOthers.isPending && endOthers.mutate()}
          >
            Chiudi tutte le altre
          </Button>
        )}
      </div>
      <ToastAlert shown={shown} closeLabel="Chiudi" onClose={close} />
      {sessions.isPending && <Loading label="Caricamento sessioni" blocks={1} />}
      {sessions.isLoadingError && (
        <FailedRead
          sentence="Errore caricamento sessioni"
          retryLabel="Riprova"
          onRetry={() => void sessions.refetch()}
        />
      )}
      <ul className={styles.sessions}>
        {sessions.data?.map((session) => (
          <SessionRow key={session.id} session={session} onNotice={notify} onDone={onDone} />
        ))}
      </ul>
      <p className="small muted">
        Chiudere una sessione vale entro 1 s. Cambiare la password le chiude tutte.
      </p>
    </section>
  );
}
