import type { SessionEnd } from '@semaforo/contract/domain/session-ends';
import { useEndedSession } from '../api/session-end.ts';
import { Notice } from '../ui/notice.tsx';

const WORDS: Record<SessionEnd, { title: string; reason: string }> = {
  expired: { title: 'Sessione scaduta', reason: 'Sono passate 12 ore dall’accesso.' },
  password: { title: 'La tua password è stata cambiata', reason: 'Accedi con quella nuova.' },
  user: { title: 'Sessione chiusa', reason: 'È stata chiusa da un’altra tua sessione.' },
  admin: {
    title: 'Sessione chiusa da un amministratore',
    reason: 'Se non sai perché, chiedi a chi amministra.',
  },
  wall: {
    title: 'Schermo di sala non più collegato',
    reason:
      'È stato revocato, la password del suo utente è cambiata o nessuno lo ha usato per 90 giorni. ' +
      'Un collegamento nuovo si crea nel Profilo, in Sessioni e accesso.',
  },
  idle: { title: 'Sessione chiusa', reason: 'Non la usavi da un po’.' },
  newer: {
    title: 'Sessione chiusa',
    reason: 'Ne hai aperte troppe: si chiude quella usata meno di recente.',
  },
};

/** Above the log-in form: why the session ended, and where the next log-in leads. Nothing after a log-out. */
export function EndedSessionNotice() {
  const ended = useEndedSession();
  if (ended === null) return null;
  const { why, title } = ended;
  return (
    <Notice title={WORDS[why].title}>
      {WORDS[why].reason} Dopo l’accesso torni alla pagina {title}. Le lampade restano come sono.
    </Notice>
  );
}
