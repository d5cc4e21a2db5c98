import type { HistoryRecord } from '@semaforo/contract/api/commands';
import { listPayloads } from '@semaforo/contract/domain/history-grouping';
import { formatDateTime } from '../api/date-format.ts';
import { LongTable } from '../ui/long-table.tsx';
import { HistoryOutcome } from './history-outcome.tsx';
import type { DrawStatus } from './history-slots.ts';

type HistoryDetailTableProps = { records: readonly HistoryRecord[]; drawStatus: DrawStatus };

/** The history command by command and device by device. */
export function HistoryDetailTable({ records, drawStatus }: HistoryDetailTableProps) {
  return (
    <LongTable
      caption="Dettaglio dei comandi"
      head={
        <>
          <th scope="col" className="history__when">
            Data/Ora
          </th>
          <th scope="col" className="history__device">
            Dispositivo
          </th>
          <th scope="col" className="history__command">
            Comando
          </th>
          <th scope="col">Payloads</th>
        </>
      }
      rows={records}
      rowKey={(record) => record.id}
    >
      {(record, place) => (
        <tr key={record.id} {...place}>
          <td className="nw">{formatDateTime(record.created_at)}</td>
          <td className="history__name">{record.device_name ?? record.device_topic}</td>
          <td>
            <span className="row row--wrap">
              {drawStatus(record.color)}
              <HistoryOutcome outcome={record.outcome} reason={record.outcome_reason} />
            </span>
          </td>
          <td className="mono history__payloads">{listPayloads(record.payloads).join(', ')}</td>
        </tr>
      )}
    </LongTable>
  );
}
