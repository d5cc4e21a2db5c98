import type { HistoryRecord } from '@semaforo/contract/api/commands';
import { isForTrial } from '@semaforo/contract/domain/history-grouping';
import { labelOf } from '@semaforo/contract/domain/label';
import { useMemo, useState } from 'react';
import { ColorTag } from '../lamps/color-tag.tsx';
import { type Sorting, sortedRows } from '../lists/columns.ts';
import { ListTools } from '../lists/list-tools.tsx';
import { SortHeads } from '../lists/sort-heads.tsx';
import { formatDateTime } from '../platform/date-format.ts';
import { EmptyText } from '../ui/empty-text.tsx';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { LongTable } from '../ui/long-table.tsx';
import { Pill, type PillKind } from '../ui/pill.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { TestTag } from '../ui/test-tag.tsx';
import { UserText } from '../ui/user-text.tsx';
import styles from './history.module.css';
import { describeSecondPerson, foundInHistory, HISTORY_COLUMNS } from './history-columns.ts';
import { hasDiffered, shownInHistory } from './history-differing.ts';
import { payloadText } from './payload-text.ts';

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

/** The history command by command and device by device: what is read of it is searched, sorted and taken away. */
export function HistoryDetailTable({ records }: { records: readonly HistoryRecord[] }) {
  const [query, setQuery] = useState('');
  const [sorting, setSorting] = useState<Sorting>(null);
  const rows = useMemo(
    () => sortedRows(foundInHistory(records, query), HISTORY_COLUMNS, sorting),
    [records, query, sorting],
  );
  const order = { columns: HISTORY_COLUMNS, sorting, onSort: setSorting };
  return (
    <>
      <ListTools file="storico" rows={rows} {...order}>
        <SearchInput
          label="Cerca tra i comandi letti"
          placeholder="Dispositivo, comando, chi"
          value={query}
          onChange={setQuery}
        />
      </ListTools>
      {rows.length === 0 && <EmptyText>Nessun comando trovato tra quelli letti.</EmptyText>}
      <LongTable
        caption="Dettaglio dei comandi"
        head={<SortHeads {...order} />}
        rows={rows}
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
                {isForTrial(record) && <TestTag />}
                <ColorTag status={record.color} small />
                <HistoryOutcome outcome={record.outcome} reason={record.outcome_reason} />
                {record.approved_by !== undefined && (
                  <span className="muted small">{describeSecondPerson(record.approved_by)}</span>
                )}
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
    </>
  );
}

/**
 * What the device showed when its command had ended otherwise than confirmed, every lit lamp by name: 'Mostra arancio',
 * with a sign when that is not what was commanded. Nothing when that is not known, or the command was confirmed.
 */
function HistoryShown({ record }: { record: HistoryRecord }) {
  const shown = shownInHistory(record);
  if (shown === null) return null;
  const words = `Mostra ${shown}`;
  if (!hasDiffered(record)) return words;
  return (
    <span className={styles.differs}>
      <Icon name="unequal" small />
      {words}
    </span>
  );
}

/** The outcome of a command on one device, and its reason if there is one. */
function HistoryOutcome({ outcome, reason }: { outcome: HistoryRecord['outcome']; reason: string | null }) {
  const pill = PILLS[outcome];
  return (
    <>
      {pill && <Pill kind={pill.kind}>{pill.word}</Pill>}
      {reason && <span className={styles.reason}>{reason}</span>}
    </>
  );
}
