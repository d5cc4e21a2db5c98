import type { HistoryRecord } from '@semaforo/contract/api/commands';
import { Pill, type PillKind } from '../ui/pill.tsx';
import styles from './history.module.css';

type Shown = { kind: PillKind; word: string };

const PILLS: Record<string, Shown> = {
  // Sent to the broker does not mean delivered: both states wait for the device's report.
  accettato: { kind: 'wait', word: 'In attesa' },
  inviato: { kind: 'wait', word: 'In attesa' },
  confermato: { kind: 'ok', word: 'Confermato' },
  fallito: { kind: 'err', word: 'Fallito' },
  scaduto: { kind: 'stale', word: 'Scaduto' },
  superato: { kind: 'off', word: 'Superato' },
  annullato: { kind: 'off', word: 'Annullato' },
} satisfies Record<HistoryRecord['outcome'], Shown>;

/** The outcome of a command on one device, and its reason if there is one. */
export function HistoryOutcome({
  outcome,
  reason,
}: {
  outcome: HistoryRecord['outcome'];
  reason: string | null;
}) {
  const pill = PILLS[outcome];
  return (
    <>
      {pill && <Pill kind={pill.kind}>{pill.word}</Pill>}
      {reason && <span className={styles.reason}>{reason}</span>}
    </>
  );
}
