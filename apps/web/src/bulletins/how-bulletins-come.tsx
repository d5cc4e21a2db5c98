import { useState } from 'react';
import { formatTimeOfDay } from '../platform/date-format.ts';
import { Button } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import { useBulletinReader } from './bulletins.queries.ts';
import { UploadBulletin } from './upload-bulletin.tsx';

/** Why there is no bulletin, and what to do about it: an admin does it, others are told who does. */
export function HowBulletinsCome({ isAdmin = false }: { isAdmin?: boolean }) {
  const { data: reader } = useBulletinReader();
  const [open, setOpen] = useState<'reading' | 'upload'>();
  if (!reader) return null;
  const { enabled, failure, next_try_at: next } = reader;
  return (
    <div className={layoutStyles.stack}>
      <p>
        {enabled
          ? `La lettura dalla rete è attiva${next === null ? '' : `: si prova alle ${formatTimeOfDay(next)}`}.`
          : 'Nessuno legge i bollettini dalla rete.'}
        {failure !== null && ` L’ultima lettura non è riuscita: ${failure}.`}
        {!isAdmin && ' Attiva la lettura, o carica i file, un amministratore di Semaforo.'}
      </p>
      {isAdmin && (
        <div className={`${layoutStyles.row} ${layoutStyles.wrap}`}>
          {!enabled && (
            <Button variant="outline" aria-expanded={open === 'reading'} onClick={() => setOpen('reading')}>
              Attiva la lettura
            </Button>
          )}
          <Button variant="outline" aria-expanded={open === 'upload'} onClick={() => setOpen('upload')}>
            Carica i file
          </Button>
        </div>
      )}
      {open === 'reading' && (
        <p>
          L’indirizzo si scrive nelle impostazioni del server, <code>BULLETIN_URL</code> e{' '}
          <code>BULLETIN_FILE_URL</code> (sono nel manuale, «Impostazioni»), poi si riavvia Semaforo.
        </p>
      )}
      {open === 'upload' && <UploadBulletin />}
    </div>
  );
}
