import { KIOSK_UNUSED_DAYS } from '@semaforo/contract/api/kiosks';
import { useRef } from 'react';
import { FailedRead } from '../../ui/failed-read.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { Loading } from '../../ui/loading.tsx';
import { ToastAlert, useToast } from '../../ui/toast.tsx';
import styles from '../sessions.module.css';
import { useCurrentUser } from '../users.queries.ts';
import { KioskRow } from './kiosk-row.tsx';
import { useKiosks } from './kiosks.queries.ts';
import { NewKioskForm } from './new-kiosk-form.tsx';

/** 'Schermi di sala': the log-ins that only watch, one for each wall, and the form that makes another. */
export function KiosksPanel() {
  const { shown, notify, close } = useToast();
  const heading = useRef<HTMLHeadingElement>(null);
  const kiosks = useKiosks();
  const isAdmin = useCurrentUser().data?.role === 'admin';
  return (
    <section className={layoutStyles.stack} aria-labelledby="walls">
      <h2 ref={heading} tabIndex={-1} id="walls">
        Schermi di sala
      </h2>
      <p className="small muted">
        Uno schermo in sala o in corridoio mostra le lampade e non può comandare. Resta collegato finché
        qualcuno lo revoca, la password del suo utente cambia o nessuno lo usa per {KIOSK_UNUSED_DAYS} giorni.
      </p>
      <ToastAlert shown={shown} closeLabel="Chiudi" onClose={close} />
      {kiosks.isPending && <Loading label="Caricamento schermi" blocks={1} />}
      {kiosks.isLoadingError && (
        <FailedRead
          sentence="Errore caricamento schermi"
          retryLabel="Riprova"
          onRetry={() => void kiosks.refetch()}
        />
      )}
      {kiosks.data?.length === 0 && <p>Nessuno schermo collegato.</p>}
      <ul className={styles.sessions} aria-labelledby="walls">
        {kiosks.data?.map((kiosk) => (
          // The button that was pressed goes away with its wall.
          <KioskRow key={kiosk.id} wall={kiosk} onNotice={notify} onDone={() => heading.current?.focus()} />
        ))}
      </ul>
      <NewKioskForm isAdmin={isAdmin} onNotice={notify} />
    </section>
  );
}
