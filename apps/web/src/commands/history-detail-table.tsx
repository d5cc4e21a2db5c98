import type { HistoryRecord } from '@semaforo/contract/api/commands';
import { labelOf } from '@semaforo/contract/domain/label';
import { ColourTag } from '../lamps/colour-tag.tsx';
import { formatDateTime } from '../platform/date-format.ts';
import layoutStyles from '../ui/layout.module.css';
import { LongTable } from '../ui/long-table.tsx';
import { TestTag } from '../ui/test-tag.tsx';
import { UserText } from '../ui/user-text.tsx';
import styles from './history.module.css';
import { HistoryOutcome } from './history-outcome.tsx';
import { HistoryShown } from './history-shown.tsx';
import { payloadText } from './payload-text.ts';

/** The history command by command and device by device. */
export function HistoryDetailTable({ records }: { records: readonly HistoryRecord[] }) {
  return (
    <LongTable
      caption="Dettaglio dei comandi"
      head={
        <>
          <th scope="col" className={styles.when}>
            Data/Ora
          </th>
          <th scope="col" className={styles.device}>
            Dispositivo
          </th>
          <th scope="col" className={styles.command}>
            Comando
          </th>
          <th scope="col" className={styles.shown}>
            Mostra
          </th>
          <th scope="col">Payloads</th>
        </>
      }
      rows={records}
      rowKey={(record) => record.id}
    >
      {(record, place) => (
        <tr key={record.id} {...place}>
          <td data-l="Data/Ora" className={styles.when}>
            {formatDateTime(record.created_at)}
          </td>
          <td data-l="Dispositivo" className={styles.name}>
            <UserText>{labelOf(record)}</UserText>
          </td>
          <td data-l="Comando" className={styles.command}>
            <span className={`${layoutStyles.row} ${layoutStyles.wrap}`}>
              {record.origin === 'prova' && <TestTag />}
              <ColourTag status={record.color} small />
              <HistoryOutcome outcome={record.outcome} reason={record.outcome_reason} />
            </span>
          </td>
          <td data-l="Mostra" className={styles.shown}>
            <HistoryShown record={record} />
          </td>
          <td data-l="Payloads" className={`mono ${styles.payloads}`}>
            {payloadText(record)}
          </td>
        </tr>
      )}
    </LongTable>
  );
}
