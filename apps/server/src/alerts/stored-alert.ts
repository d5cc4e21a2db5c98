import {
  type AlertDecision,
  type AlertFacts,
  type AlertSource,
  type AlertTargetKind,
  alertCondition,
} from '@semaforo/contract/domain/alert-rules';
import type { ScheduleOutcome } from '@semaforo/contract/domain/schedule-rules';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Actor } from '../platform/actor.ts';

/** The beginning or the end of an alert, as the schedule that does it tells. */
export type StoredStep = {
  id: number;
  at: number;
  outcome: ScheduleOutcome | null;
  reason: string | null;
  commandId: number | null;
};

/** Times are epoch milliseconds. `owner` is null once the user is deleted. */
export type StoredAlert = {
  id: number;
  owner: Actor | null;
  color: SignalColor;
  whom: AlertTargets;
  from: number;
  to: number;
  reason: string;
  drill: boolean;
  source: AlertSource;
  bulletinId: number | null;
  /** The gauge that asked for it, and the number of its event; null for all others. */
  gauge: { id: number; event: number } | null;
  day: string | null;
  createdAt: number;
  author: { id: number | null; username: string } | null;
  /** The second person who confirmed it; null without one. */
  approvedBy: string | null;
  decision: AlertDecision;
  decidedAt: number | null;
  decidedBy: number | null;
  note: string | null;
  endConfirmed: boolean;
  /** True when the person who ended it also ended what was set by hand during it. */
  endsOverrides: boolean;
  /** Its end leads to verde, instead of what the signals showed before. */
  endsVerde: boolean;
  begin: StoredStep | null;
  end: StoredStep | null;
};

/** For whom an alert is. Devices chosen one by one are read apart. */
export type AlertTargets = {
  kind: AlertTargetKind;
  /** It may be gone; its name is that of when the alert was made. */
  groupId: number | null;
  group: string | null;
  zone: string | null;
};

/** What the rules of the domain need to know of an alert. */
export function factsOf(alert: StoredAlert): AlertFacts {
  const { decision, to, endConfirmed, begin, end } = alert;
  return {
    decision,
    to,
    endConfirmed,
    isRequested: alert.author !== null,
    beginsAt: begin?.at ?? alert.from,
    begin: begin?.outcome,
    end: end?.outcome,
  };
}

/** The alert as it determines lamps. */
export function inCourse({ id, color, from, to, drill, begin }: StoredAlert) {
  return { id, color, beginsAt: begin?.at ?? from, to, drill, begunBy: begin?.commandId ?? null };
}

export function conditionOf(alert: StoredAlert, now: number) {
  return alertCondition(factsOf(alert), now);
}

/** The rows of alerts with their owners and steps, to be narrowed; each becomes an alert by `toAlert`. */
export function selectAlerts(db: Kysely<Database>) {
  return db
    .selectFrom('alerts')
    .leftJoin('users as owner', 'owner.id', 'alerts.owner_id')
    .leftJoin('schedules as begin', 'begin.id', 'alerts.begin_id')
    .leftJoin('schedules as end', 'end.id', 'alerts.end_id')
    .selectAll('alerts')
    .select(['owner.username as owner_name', 'owner.role as owner_role'])
    .select([
      'begin.execute_at as begin_at',
      'begin.outcome as begin_outcome',
      'begin.outcome_reason as begin_reason',
      'begin.command_id as begin_command',
      'end.execute_at as end_at',
      'end.outcome as end_outcome',
      'end.outcome_reason as end_reason',
      'end.command_id as end_command',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectAlerts>['execute']>>[number];

/** A row of `selectAlerts` as the alert it stores. */
export function toAlert(row: Row): StoredAlert {
  const { owner_id: id, owner_name: username, owner_role: role } = row;
  return {
    id: row.id,
    owner: id === null || username === null || role === null ? null : { id, username, role },
    color: row.color,
    whom: { kind: row.whom, groupId: row.group_id, group: row.group_name, zone: row.zone },
    from: row.from_at,
    to: row.to_at,
    reason: row.reason,
    drill: row.drill === 1,
    source: row.source,
    bulletinId: row.bulletin_id,
    gauge:
      row.gauge_id === null || row.gauge_event === null ? null : { id: row.gauge_id, event: row.gauge_event },
    day: row.day,
    createdAt: row.created_at,
    author: row.author_name === null ? null : { id: row.author_id, username: row.author_name },
    approvedBy: row.approved_by,
    decision: row.decision,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    note: row.note,
    endConfirmed: row.end_confirmed === 1,
    endsOverrides: row.ends_overrides === 1,
    endsVerde: row.ends_verde === 1,
    begin:
      row.begin_id === null || row.begin_at === null
        ? null
        : {
            id: row.begin_id,
            at: row.begin_at,
            outcome: row.begin_outcome,
            reason: row.begin_reason,
            commandId: row.begin_command,
          },
    end:
      row.end_id === null || row.end_at === null
        ? null
        : {
            id: row.end_id,
            at: row.end_at,
            outcome: row.end_outcome,
            reason: row.end_reason,
            commandId: row.end_command,
          },
  };
}
