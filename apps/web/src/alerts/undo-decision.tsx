import { UNDO_WITHIN_MS } from '@semaforo/contract/domain/alert-rules';
import { serverSentence } from '../api/failures.ts';
import { useStore } from '../platform/store.ts';
import { useTimeLeft } from '../platform/time-left.ts';
import { UndoLine } from '../ui/undo-line.tsx';
import { lastDecision, useUndoDecision } from './alerts.queries.ts';
import { alertTitle } from './describe-alert.ts';
import styles from './undo-decision.module.css';

const WORDS: Readonly<Record<string, { done: string; undo: string }>> = {
  rifiutata: { done: 'Rifiutata', undo: 'Annulla il rifiuto' },
  conclusa: { done: 'Conclusa', undo: 'Annulla la conclusione' },
  revocata: { done: 'Revocata', undo: 'Annulla la revoca' },
};

/** Takes back, for ten seconds, how a person ended or refused an alert; over the page, which does not move. */
export function UndoDecision() {
  const made = useStore(lastDecision);
  const undoing = useUndoDecision();
  const left = useTimeLeft((made?.at ?? 0) + UNDO_WITHIN_MS, UNDO_WITHIN_MS);
  const words = WORDS[made?.alert.state ?? ''];
  if (!made || !words || left === null) return null;
  return (
    <div className={styles.over}>
      <UndoLine
        icon="check"
        title={`${words.done}: ${alertTitle(made.alert)}`}
        detail={undoing.error ? serverSentence(undoing.error, 'Non è stato annullato') : made.alert.reason}
        undoLabel={words.undo}
        left={left}
        busy={undoing.isPending}
        onUndo={() => undoing.mutate(made.alert.id)}
      />
    </div>
  );
}
