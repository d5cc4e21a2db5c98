import type { AuditEntry } from '@semaforo/contract/api/audit';
import { Pill, type PillKind } from '../ui/pill.tsx';

const PILLS: Record<AuditEntry['outcome'], { kind: PillKind; word: string }> = {
  riuscita: { kind: 'ok', word: 'Riuscita' },
  parziale: { kind: 'stale', word: 'Parziale' },
  rifiutata: { kind: 'err', word: 'Rifiutata' },
  fallita: { kind: 'err', word: 'Fallita' },
  'in corso': { kind: 'wait', word: 'In corso' },
};

/** How an act ended, in sign and word; 'Parziale 4/6' where devices are counted, '× 41' where it was repeated. */
export function AuditOutcomePill({ entry }: { entry: AuditEntry }) {
  const { kind, word } = PILLS[entry.outcome];
  const counts = entry.outcome === 'parziale' && entry.total !== null;
  return (
    <Pill kind={kind} {...(kind === 'stale' && { icon: 'alert' })}>
      {word}
      {counts && ` ${entry.confirmed}/${entry.total}`}
      {entry.times > 1 && ` × ${entry.times}`}
    </Pill>
  );
}
