import type { DeviceStatus, LampDeviceType } from '@semaforo/contract/domain/channels';
import type { PlanStep } from '@semaforo/contract/domain/plan-rules';
import type { ScheduleOutcome } from '@semaforo/contract/domain/schedule-rules';
import type { TargetKind } from '@semaforo/contract/domain/targets';
import type { Kysely } from 'kysely';
import type { StoredTargets } from '../database/schedule-end.ts';
import type { AlertStep } from '../database/schema/schedules.ts';
import type { Database } from '../database/schema.ts';
import type { Actor } from '../platform/actor.ts';

/** Times are epoch milliseconds. `author` is null once the user is gone. */
export type StoredSchedule = {
  id: number;
  color: DeviceStatus;
  deviceType: LampDeviceType;
  executeAt: number;
  createdAt: number;
  executed: boolean;
  outcome: ScheduleOutcome | null;
  outcomeReason: string | null;
  username: string;
  author: Actor | null;
  commandId: number | null;
  whom: ScheduledTargets;
  /** What it was for when it ended without a command: the first names, and how many devices; null if not stored. */
  endedFor: StoredTargets | null;
  /** The alert that it begins or ends; null for what a person planned. */
  alert: { id: number; step: AlertStep } | null;
  /** The recurring plan of which it is one time; null for what was planned once. */
  plan: { id: number; day: string; step: PlanStep } | null;
};

/** For whom a schedule is. Devices that are chosen one by one are read apart. */
export type ScheduledTargets = {
  kind: TargetKind;
  /** It may be gone; its name is that of when the schedule was made. */
  groupId: number | null;
  group: string | null;
};

/** The rows of schedules with their authors, to be narrowed; each becomes a schedule by `toSchedule`. */
export function selectSchedules(db: Kysely<Database>) {
  return db
    .selectFrom('schedules')
    .leftJoin('users', 'users.id', 'schedules.author_id')
    .selectAll('schedules')
    .select('users.role as author_role');
}

type Row = Awaited<ReturnType<ReturnType<typeof selectSchedules>['execute']>>[number];

/** A row of `selectSchedules` as the schedule it stores. */
export function toSchedule(row: Row): StoredSchedule {
  const { author_id: id, username, author_role: role } = row;
  return {
    id: row.id,
    color: row.color,
    deviceType: row.device_type,
    executeAt: row.execute_at,
    createdAt: row.created_at,
    executed: row.executed === 1,
    outcome: row.outcome,
    outcomeReason: row.outcome_reason,
    username,
    author: id === null || role === null ? null : { id, username, role },
    commandId: row.command_id,
    whom: { kind: row.whom, groupId: row.group_id, group: row.group_name },
    endedFor:
      row.ended_devices === null
        ? null
        : { names: JSON.parse(row.ended_devices) as string[], total: row.ended_total ?? 0 },
    alert:
      row.alert_id === null || row.alert_step === null ? null : { id: row.alert_id, step: row.alert_step },
    plan:
      row.plan_id === null || row.plan_day === null || row.plan_step === null
        ? null
        : { id: row.plan_id, day: row.plan_day, step: row.plan_step },
  };
}
