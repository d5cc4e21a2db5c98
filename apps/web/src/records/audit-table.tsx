import type { AuditEntry } from '@semaforo/contract/api/audit';
import { ColorTag } from '../lamps/color-tag.tsx';
import { formatDateTime } from '../platform/date-format.ts';
import { LongTable, type RowPlace } from '../ui/long-table.tsx';
import { Pill, type PillKind } from '../ui/pill.tsx';
import { UserText } from '../ui/user-text.tsx';
import styles from './audit.module.css';
import { AuditDetails } from './audit-details.tsx';
import { statusOf, subjectOf } from './audit-subject.ts';
import { formatAction } from './format-action.ts';

const PILLS: Record<AuditEntry['outcome'], { kind: PillKind; word: string }> = {
  riuscita: { kind: 'ok', word: 'Riuscita' },
  parziale: { kind: 'stale', word: 'Parziale' },
  rifiutata: { kind: 'err', word: 'Rifiutata' },
  fallita: { kind: 'err', word: 'Fallita' },
  'in corso': { kind: 'wait', word: 'In corso' },
};

const COLUMNS = ['Quando', 'Chi', 'Azione', 'Su che cosa', 'Esito', 'Da dove'];

/** The rows of the audit; cards on a narrow screen. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <div className={styles.audit}>
      <LongTable
        caption="Registro delle azioni"
        head={COLUMNS.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
        rows={entries}
        rowKey={({ id }) => id}
      >
        {(entry, place) => <AuditRow key={entry.id} entry={entry} place={place} />}
      </LongTable>
    </div>
  );
}

function AuditRow({ entry, place }: { entry: AuditEntry; place: RowPlace }) {
  const status = statusOf(entry);
  const subject = subjectOf(entry);
  const isRefused = entry.outcome === 'rifiutata' || (entry.outcome === 'fallita' && entry.code !== null);
  return (
    <tr {...place}>
      <td data-label="Quando" className={styles.when}>
        {formatDateTime(entry.at)}
      </td>
      <td data-label="Chi">
        <UserText>{entry.username ?? '—'}</UserText>
      </td>
      <td data-label="Azione">
        <span className={styles.action}>
          {formatAction(entry.action)}
          {status !== undefined && <ColorTag status={status} as={isRefused ? 'requested' : 'solid'} small />}
        </span>
      </td>
      <td data-label="Su che cosa">
        {subject !== '' && <UserText>{subject}</UserText>}
        {entry.reason !== null && <b className={styles.reason}>{entry.reason}</b>}
        <AuditDetails entry={entry} />
      </td>
      <td data-label="Esito">
        <AuditOutcomePill entry={entry} />
      </td>
      <td data-label="Da dove" className={`mono ${styles.address}`}>
        {entry.address ?? 'Semaforo'}
      </td>
    </tr>
  );
}

/** How an act ended, in sign and word; 'Parziale 4/6' where devices are counted, '× 41' where it was repeated. */
function AuditOutcomePill({ entry }: { entry: AuditEntry }) {
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
