import { DAY_SHEET_NAMES, namesOf } from '@semaforo/contract/domain/day-sheet-rows';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { isoTime } from '../platform/clock.ts';
import type { DaySource } from './day-source.ts';

/** What was planned for a day, once or by a recurring plan, with its outcome. Those of alerts are told by these. */
export function createDaySchedules(db: Kysely<Database>): DaySource {
  return async ({ ownerId, from, to, limit }) => {
    let all = db
      .selectFrom('schedules')
      .select(['execute_at', 'color', 'device_type', 'username', 'outcome', 'outcome_reason', 'plan_id'])
      .select(['whom', 'group_name', 'ended_devices', 'ended_total'])
      // Both values, for the index.
      .where('executed', 'in', [0, 1])
      .where('execute_at', '>=', from)
      .where('execute_at', '<', to)
      .where('alert_id', 'is', null)
      .orderBy('execute_at')
      .orderBy('id')
      .limit(limit);
    if (ownerId !== undefined) all = all.where('author_id', '=', ownerId);
    return (await all.execute()).map((row) => ({
      kind: 'pianificazione',
      test: false,
      at: isoTime(row.execute_at),
      until: null,
      what: row.plan_id === null ? row.color : `${row.color} (piano ricorrente)`,
      whom: targetsOf(row),
      outcome: [row.outcome ?? 'in attesa', row.outcome_reason].filter((part) => part !== null).join(': '),
      author: row.username,
      approved_by: null,
    }));
  };
}

type RowTargets = {
  device_type: 'semaforo' | 'lanterna';
  whom: 'tutti' | 'gruppo' | 'scelti';
  group_name: string | null;
  ended_devices: string | null;
  ended_total: number | null;
};

/** The devices are named where no command does. */
function targetsOf({
  device_type: type,
  whom,
  group_name: group,
  ended_devices,
  ended_total,
}: RowTargets): string {
  const all = type === 'semaforo' ? 'tutti i semafori' : 'tutte le lanterne';
  const some = type === 'semaforo' ? 'semafori scelti' : 'lanterne scelte';
  const words = { tutti: all, gruppo: `gruppo ${group ?? 'che non c’è più'}`, scelti: some }[whom];
  const names = ended_devices === null ? [] : (JSON.parse(ended_devices) as string[]);
  if (names.length === 0) return words;
  return `${words}: ${namesOf(ended_total ?? names.length, names.slice(0, DAY_SHEET_NAMES))}`;
}
