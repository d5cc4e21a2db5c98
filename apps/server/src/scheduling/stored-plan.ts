import type { DeviceStatus, LampDeviceType } from '@semaforo/contract/domain/channels';
import {
  type PlanDays,
  type PlanMoment,
  parsePlanMoment,
  type Weekday,
} from '@semaforo/contract/domain/plan-rules';
import type { TargetKind } from '@semaforo/contract/domain/targets';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Actor } from '../platform/actor.ts';

/** What a plan does, to whom and when; as it is asked for, and as it is stored. */
export type PlannedCommand = PlanDays & {
  color: DeviceStatus;
  deviceType: LampDeviceType;
  whom: { kind: TargetKind; groupId: number | null; group: string | null };
  begin: string;
  end: string | null;
};

/** Times are epoch milliseconds. */
export type StoredPlan = PlannedCommand & {
  id: number;
  author: Actor;
  createdAt: number;
  paused: boolean;
  activeFrom: number;
  appointedUntil: number;
  deleted: boolean;
};

/** The moments of a plan; that of its end is null without one. */
export function momentsOf({ begin, end }: Pick<PlannedCommand, 'begin' | 'end'>): {
  begin: PlanMoment;
  end: PlanMoment | null;
} {
  return { begin: momentOf(begin), end: end === null ? null : momentOf(end) };
}

function momentOf(text: string): PlanMoment {
  const moment = parsePlanMoment(text);
  if (!moment) throw new Error(`no time of day: ${text}`);
  return moment;
}

/** The rows of plans whose author exists, to be narrowed; each becomes a plan by `toPlan`. */
export function selectPlans(db: Kysely<Database>) {
  return db
    .selectFrom('plans')
    .innerJoin('users', 'users.id', 'plans.author_id')
    .selectAll('plans')
    .select(['users.id as user_id', 'users.username as author_name', 'users.role as author_role']);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPlans>['execute']>>[number];

/** A row of `selectPlans` as the plan it stores. */
export function toPlan(row: Row): StoredPlan {
  return {
    id: row.id,
    author: { id: row.user_id, username: row.author_name, role: row.author_role },
    color: row.color,
    deviceType: row.device_type,
    whom: { kind: row.whom, groupId: row.group_id, group: row.group_name },
    repeat: row.repeat,
    every: row.every,
    days: JSON.parse(row.days) as Weekday[],
    dates: JSON.parse(row.dates) as string[],
    exceptions: JSON.parse(row.exceptions) as string[],
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    begin: row.begin_moment,
    end: row.end_moment,
    createdAt: row.created_at,
    paused: row.paused === 1,
    activeFrom: row.active_from,
    appointedUntil: row.appointed_until,
    deleted: row.deleted_at !== null,
  };
}
