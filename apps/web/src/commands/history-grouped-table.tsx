import type { HistoryRecord } from '@semaforo/contract/api/commands';
import { groupHistory } from '@semaforo/contract/domain/history-grouping';
import { useMemo } from 'react';
import { Table } from '../ui/table.tsx';
import type { DrawStatus } from './history-slots.ts';

type HistoryGroupedTableProps = { records: readonly HistoryRecord[]; drawStatus: DrawStatus };

/** The history grouped by time of day (UTC) and colour. */
export function HistoryGroupedTable({ records, drawStatus }: HistoryGroupedTableProps) {
  const groups = useMemo(() => groupHistory(records), [records]);
  return (
    <>
      <p className="muted small panel__pad">Raggruppati per ora del giorno (UTC) e colore.</p>
      <Table caption="Comandi raggruppati" captionHidden>
        <thead>
          <tr>
            <th scope="col">Ora</th>
            <th scope="col">Colore</th>
            <th scope="col">Dispositivi</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ time, color, devices }) => (
            <tr key={`${time} ${color}`}>
              <td className="nw">{time}</td>
              <td>{drawStatus(color)}</td>
              <td className="history__names">{devices}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}
