import type { HistoryRecord } from '@semaforo/contract/api/commands';
import { isForTrial } from '@semaforo/contract/domain/history-grouping';
import { labelOf } from '@semaforo/contract/domain/label';
import { LOCALE } from '@semaforo/contract/domain/rome-time';
import type { Column } from '../lists/columns.ts';
import { formatDateTime } from '../platform/date-format.ts';
import styles from './history.module.css';
import { shownInHistory } from './history-differing.ts';
import { payloadText } from './payload-text.ts';

/** By which the history is sorted, and what a file says of it. */
export const HISTORY_COLUMNS: Column<HistoryRecord>[] = [
  {
    title: 'Data/Ora',
    value: ({ created_at }) => Date.parse(created_at),
    text: ({ created_at }) => formatDateTime(created_at),
    className: styles.when,
  },
  { title: 'Dispositivo', value: labelOf, className: styles.device },
  { title: 'Comando', value: describeCommand, className: styles.command },
  { title: 'Mostra', value: shownInHistory, className: styles.shown },
  { title: 'Payloads', text: payloadText },
];

/** The records whose device, command, outcome or author contains the text, in any case; all of them for none. */
export function foundInHistory(records: readonly HistoryRecord[], text: string): readonly HistoryRecord[] {
  const wanted = text.trim().toLocaleLowerCase(LOCALE);
  if (wanted === '') return records;
  return records.filter((record) =>
    [record.device_name, record.device_topic, describeCommand(record), record.username]
      .join('\n')
      .toLocaleLowerCase(LOCALE)
      .includes(wanted),
  );
}

/** 'rosso, fallito: Dispositivo silenzioso'; of a lamp test 'PROVA rosso, confermato'. */
function describeCommand({
  origin,
  color,
  outcome,
  outcome_reason,
  approved_by,
  drill,
}: HistoryRecord): string {
  const reason = outcome_reason === null ? '' : `: ${outcome_reason}`;
  const second = approved_by === undefined ? '' : `, ${describeSecondPerson(approved_by)}`;
  return `${isForTrial({ origin, drill }) ? 'PROVA ' : ''}${color}, ${outcome}${reason}${second}`;
}

/** Who confirmed a rosso that another person asked for. */
export function describeSecondPerson(name: string): string {
  return `seconda persona: ${name}`;
}
