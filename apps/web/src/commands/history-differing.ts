import type { HistoryRecord } from '@semaforo/contract/api/commands';
import { groupBy } from '@semaforo/contract/domain/group-by';
import { isForTrial } from '@semaforo/contract/domain/history-grouping';
import { labelOf } from '@semaforo/contract/domain/label';
import { formatLamps } from '@semaforo/contract/domain/lamps';

/** The part of a record that says to which row of the grouped history it belongs, and what its device showed. */
type Row = Pick<
  HistoryRecord,
  'created_at' | 'color' | 'device_name' | 'device_topic' | 'shown' | 'lit' | 'origin' | 'drill'
>;

/**
 * The devices that showed something else than was commanded, as 'Borgo Alto mostra verde e arancio', by the key of
 * their row in the grouped history.
 */
export function differingByGroup(records: readonly Row[]): ReadonlyMap<string, readonly string[]> {
  const groups = groupBy(records.filter(hasDiffered), (record) =>
    groupKey({
      time: record.created_at.slice('yyyy-mm-ddT'.length, 'yyyy-mm-ddThh:mm:ss'.length),
      color: record.color,
      isTest: isForTrial(record),
    }),
  );
  const inWords = (record: Row) => `${labelOf(record)} mostra ${shownInHistory(record)}`;
  return new Map([...groups].map(([key, own]) => [key, own.map(inWords)]));
}

/** What a record says that its device showed, every lit lamp by name; null when that is not known. */
export function shownInHistory({ shown, lit }: Pick<Row, 'shown' | 'lit'>): string | null {
  return lit.length > 1 ? formatLamps(lit) : shown;
}

/** True when the device showed something else than was commanded, or something besides. */
export function hasDiffered({ shown, lit, color }: Pick<Row, 'shown' | 'lit' | 'color'>): boolean {
  return shown !== null && (shown !== color || lit.length > 1);
}

/** The key of a row of the grouped history. */
export function groupKey(group: { time: string; color: HistoryRecord['color']; isTest: boolean }): string {
  return `${group.time} ${group.color}${group.isTest ? ' prova' : ''}`;
}
