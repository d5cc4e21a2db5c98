import type { AuditEntry } from '@semaforo/contract/api/audit';
import { ColorTag } from '../lamps/color-tag.tsx';
import { formatDateTime } from '../platform/date-format.ts';
import { LongTable, type RowPlace } from '../ui/long-table.tsx';
import { UserText } from '../ui/user-text.tsx';
import { actionInWords } from './action-words.ts';
import styles from './audit.module.css';
import { AuditDetails } from './audit-details.tsx';
import { AuditOutcomePill } from './audit-outcome.tsx';
import { statusOf, subjectOf } from './audit-subject.ts';

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
          {actionInWords(entry.action)}
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
