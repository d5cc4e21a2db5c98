import type { DeviceStatus, DeviceType } from '@semaforo/contract/domain/channels';
import type { ScheduleOutcome } from '@semaforo/contract/domain/schedule-rules';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Actor } from '../platform/actor.ts';

/** Times are epoch milliseconds. `author` is null once the user is gone. */
export type StoredSchedule = {
  id: number;
  color: DeviceStatus;
  deviceType: DeviceType;
  executeAt: number;
  executed: boolean;
  outcome: ScheduleOutcome | null;
  outcomeReason: string | null;
  username: string;
  author: Actor | null;
  commandId: number | null;
};

/** The rows of schedules with their authors, to be narrowed; each becomes a schedule by `toSchedule`. */
export function selectSchedules(db: Kysely<Database>) {
  return db
    .selectFrom('schedules')
    .leftJoin('users', 'users.id', 'schedules.author_id')
    .selectAll('schedules')
    .select(['users.username as author_name', 'users.role as author_role']);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectSchedules>['execute']>>[number];

/** A row of `selectSchedules` as the schedule it stores. */
export function toSchedule(row: Row): StoredSchedule {
  const { author_id: id, author_name: username, author_role: role } = row;
  return {
    id: row.id,
    color: row.color,
    deviceType: row.device_type,
    executeAt: row.execute_at,
    executed: row.executed === 1,
    outcome: row.outcome,
    outcomeReason: row.outcome_reason,
    username: row.username,
    author: id === null || username === null || role === null ? null : { id, username, role },
    commandId: row.command_id,
  };
}
