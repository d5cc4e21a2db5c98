import type { HistoryRecord } from '@semaforo/contract/api/commands';
import { groupHistory } from '@semaforo/contract/domain/history-grouping';
import { useMemo } from 'react';
import { ColourTag } from '../lamps/colour-tag.tsx';
import { LongTable } from '../ui/long-table.tsx';
import panelStyles from '../ui/panel.module.css';
import { UserTextList } from '../ui/user-text-list.tsx';
import styles from './history.module.css';

type Group = ReturnType<typeof groupHistory>[number];

/** The history grouped by time of day (UTC) and colour. */
export function HistoryGroupedTable({ records }: { records: readonly HistoryRecord[] }) {
  const groups = useMemo(() => groupHistory(records), [records]);
  return (
    <>
      <p className={`muted small ${panelStyles.padded}`}>Raggruppati per ora del giorno (UTC) e colore.</p>
      <LongTable
        caption="Comandi raggruppati"
        head={
          <>
            <th scope="col" className={styles.when}>
              Ora
            </th>
            <th scope="col" className={styles.when}>
              Colore
            </th>
            <th scope="col">Dispositivi</th>
          </>
        }
        rows={groups}
        rowKey={keyOf}
      >
        {(group, place) => (
          <tr key={keyOf(group)} {...place}>
            <td className="nw">{group.time}</td>
            <td>
              <ColourTag status={group.color} small />
            </td>
            <td className={styles.names}>
              <UserTextList texts={group.devices} />
            </td>
          </tr>
        )}
      </LongTable>
    </>
  );
}

function keyOf({ time, color }: Group): string {
  return `${time} ${color}`;
}
