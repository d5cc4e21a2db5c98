import type { HistoryRecord } from '@semaforo/contract/api/commands';
import { Pill, type PillKind } from '../ui/pill.tsx';

const PILLS: Record<HistoryRecord['outcome'], { kind: PillKind; word: string }> = {
  // Handed to the broker is not delivered: both wait for the device's word.
  accettato: { kind: 'wait', word: 'In attesa' },
  inviato: { kind: 'wait', word: 'In attesa' },
  confermato: { kind: 'ok', word: 'Confermato' },
  fallito: { kind: 'err', word: 'Fallito' },
  scaduto: { kind: 'stale', word: 'Scaduto' },
  superato: { kind: 'off', word: 'Superato' },
};

/** What became of a command on one device, with the reason in words when there is one. */
export function HistoryOutcome({
  outcome,
  reason,
}: {
  outcome: HistoryRecord['outcome'];
  reason: string | null;
}) {
  const { kind, word } = PILLS[outcome];
  return (
    <>
      <Pill kind={kind}>{word}</Pill>
      {reason !== null && <span className="history__reason">{reason}</span>}
    </>
  );
}
