import { othersInWords } from '@semaforo/contract/domain/italian';
import { useState } from 'react';
import { Alert } from '../ui/alert.tsx';
import { UserTextList } from '../ui/user-text-list.tsx';
import type { Share } from './command-shares.ts';
import styles from './progress-strip.module.css';

const NAMES_IN_FULL = 5;

/** The alert that names the devices which did not confirm: five names in full, the others in a list to open. */
export function FailedDevices({ failed }: { failed: readonly Share[] }) {
  const [closed, setClosed] = useState(false);
  if (closed || failed.length === 0) return null;
  const names = failed.map(({ device }) => device);
  const others = names.slice(NAMES_IN_FULL);
  return (
    <Alert kind="danger" closeLabel="Chiudi l’avviso" onClose={() => setClosed(true)}>
      <p>
        Dispositivi in errore:{' '}
        <b>
          <UserTextList texts={names.slice(0, NAMES_IN_FULL)} />
        </b>
      </p>
      {others.length > 0 && (
        <details className={styles.others}>
          <summary>… e {othersInWords(others.length)}</summary>
          <UserTextList texts={others} />
        </details>
      )}
    </Alert>
  );
}
