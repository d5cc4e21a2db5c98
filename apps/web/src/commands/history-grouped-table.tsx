import type { HistoryRecord } from '@semaforo/contract/api/commands';
import { groupHistory } from '@semaforo/contract/domain/history-grouping';
import { useMemo } from 'react';
import { ColorTag } from '../lamps/color-tag.tsx';
import { Icon } from '../ui/icon.tsx';
import { LongTable } from '../ui/long-table.tsx';
import { PaddedPart } from '../ui/panel.tsx';
import { TestTag } from '../ui/test-tag.tsx';
import { UserTextList } from '../ui/user-text-list.tsx';
import styles from './history.module.css';
import { differingByGroup, groupKey } from './history-differing.ts';

/** The history grouped by time of day (UTC) and color. */
export function HistoryGroupedTable({ records }: { records: readonly HistoryRecord[] }) {
  const groups = useMemo(() => groupHistory(records), [records]);
  const differing = useMemo(() => differingByGroup(records), [records]);
  return (
    <>
      <PaddedPart className="muted small">Raggruppati per ora del giorno (UTC) e colore.</PaddedPart>
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
        rowKey={groupKey}
      >
        {(group, place) => (
          <tr key={groupKey(group)} {...place}>
            <td data-l="Ora" className="nw">
              {group.time}
            </td>
            <td data-l="Colore">
              {group.isTest && <TestTag />}
              <ColorTag status={group.color} small />
            </td>
            <td data-l="Dispositivi" className={styles.names}>
              <div>
                <UserTextList texts={group.devices} />
                <Differing texts={differing.get(groupKey(group))} />
              </div>
            </td>
          </tr>
        )}
      </LongTable>
    </>
  );
}

/** The devices of a row that showed something else than was commanded. */
function Differing({ texts }: { texts: readonly string[] | undefined }) {
  if (texts === undefined) return null;
  return (
    <p className={styles.differs}>
      <Icon name="unequal" small />
      <span>
        <UserTextList texts={texts} />
      </span>
    </p>
  );
}
