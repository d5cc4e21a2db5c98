import type { HistoryRecord } from '@semaforo/contract/api/commands';
import { labelOf } from '@semaforo/contract/domain/label';

/** The part of a record that says to which row of the grouped history it belongs, and what its device showed. */
type Row = Pick<HistoryRecord, 'created_at' | 'color' | 'device_name' | 'device_topic' | 'shown'>;

/**
 * The devices that showed something else than was commanded, as 'Borgo Alto mostra arancio', by the key of their row in
 * the grouped history.
 */
export function differingByGroup(records: readonly Row[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const record of records) {
    const { created_at, color, shown } = record;
    if (shown === null || shown === color) continue;
    const key = groupKey({
      time: created_at.slice('yyyy-mm-ddT'.length, 'yyyy-mm-ddThh:mm:ss'.length),
      color,
    });
    groups.set(key, [...(groups.get(key) ?? []), `${labelOf(record)} mostra ${shown}`]);
  }
  return groups;
}

/** The key of a row of the grouped history. */
export function groupKey({ time, color }: { time: string; color: HistoryRecord['color'] }): string {
  return `${time} ${color}`;
}
