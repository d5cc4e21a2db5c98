import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import { inChunks } from '../database/in-chunks.ts';
import { endSchedules, type StoredTargets } from '../database/schedule-end.ts';
import type { Database } from '../database/schema.ts';
import { insertWaitingSchedule } from '../database/waiting-schedule.ts';
import type { Actor } from '../platform/actor.ts';
import { type CommandShare, listCommandShares } from './command-shares.ts';
import { listSchedulePage, type SchedulePage } from './schedule-page.ts';
import {
  type ScheduledTargets,
  type StoredSchedule,
  selectSchedules,
  toSchedule,
} from './stored-schedule.ts';

const MISSED_AT_MOST = 100;

/** For all that its author sees, unless told otherwise; `deviceIds` are those chosen one by one. */
export type NewSchedule = Pick<StoredSchedule, 'color' | 'deviceType' | 'executeAt'> & {
  whom?: ScheduledTargets;
  deviceIds?: readonly number[];
};

const FOR_ALL: ScheduledTargets = { kind: 'tutti', groupId: null, group: null };

/** So long a person may take back that a schedule was cancelled; the page offers it for less. */
const REVIVED_WITHIN_MS = 15_000;

/** Schedules as people make, read and cancel them; those of alerts and plans are not among them. */
export type SchedulesRepository = {
  /** How many of an author wait for their time, in all and for that instant (epoch ms). */
  countWaiting: (authorId: number, executeAt: number) => Promise<{ inAll: number; atInstant: number }>;
  create: (
    schedule: NewSchedule,
    act: { at: number; author: Actor; address: string },
  ) => Promise<StoredSchedule>;
  list: (page: SchedulePage) => Promise<StoredSchedule[]>;
  find: (id: number) => Promise<StoredSchedule | undefined>;
  /** Also one time of a plan. */
  findAny: (id: number) => Promise<StoredSchedule | undefined>;
  /** False when it was not active any more: it has ended, or its command is under way. */
  cancel: (id: number, act: AuditContext & { endedFor?: StoredTargets }) => Promise<boolean>;
  /** Takes back that a person cancelled it, within seconds and before its time; false when it is too late. */
  revive: (id: number, act: AuditContext) => Promise<boolean>;
  /** The devices chosen one by one, whoever has them now. */
  chosenDevices: (id: number) => Promise<Set<number>>;
  /** Those missed since an instant, also times of plans, latest first, of one author or of all when undefined. */
  listMissed: (authorId: number | undefined, since: number) => Promise<StoredSchedule[]>;
  /** The devices of those commands, by command. */
  commandShares: (commandIds: readonly number[]) => Promise<Map<number, CommandShare>>;
};

export function createSchedulesRepository(db: Kysely<Database>): SchedulesRepository {
  return {
    countWaiting: async (authorId, executeAt) => {
      const { inAll, atInstant } = await db
        .selectFrom('schedules')
        .select(({ fn }) => [
          fn.countAll<number>().as('inAll'),
          fn.count<number>('id').filterWhere('execute_at', '=', executeAt).as('atInstant'),
        ])
        .where('executed', '=', 0)
        .where('alert_id', 'is', null)
        .where('plan_id', 'is', null)
        .where('author_id', '=', authorId)
        .executeTakeFirstOrThrow();
      return { inAll: Number(inAll), atInstant: Number(atInstant) };
    },
    create: (schedule, act) =>
      db.transaction().execute((transaction) => createSchedule(transaction, schedule, act)),
    list: (page) => listSchedulePage(db, page),
    find: async (id) => {
      const found = await findSchedule(db, id);
      return found?.plan ? undefined : found;
    },
    findAny: (id) => findSchedule(db, id),
    cancel: (id, act) =>
      db.transaction().execute(async (transaction) => {
        const reason = `Annullata da ${act.author.username}`;
        return (await endSchedules(transaction, { id }, { ...act, outcome: 'annullata', reason })) > 0;
      }),
    revive: (id, act) => db.transaction().execute((transaction) => reviveSchedule(transaction, id, act)),
    chosenDevices: async (id) => {
      const rows = await db
        .selectFrom('schedule_devices')
        .select('device_id')
        .where('schedule_id', '=', id)
        .execute();
      return new Set(rows.map(({ device_id }) => device_id));
    },
    listMissed: async (authorId, since) => {
      let query = selectSchedules(db)
        .where('executed', '=', 1)
        .where('outcome', '=', 'mancata')
        .where('alert_id', 'is', null)
        .where('finished_at', '>=', since);
      if (authorId !== undefined) query = query.where('schedules.author_id', '=', authorId);
      return (await query.orderBy('schedules.id', 'desc').limit(MISSED_AT_MOST).execute()).map(toSchedule);
    },
    commandShares: (commandIds) => listCommandShares(db, commandIds),
  };
}

async function findSchedule(db: Kysely<Database>, id: number): Promise<StoredSchedule | undefined> {
  const row = await selectSchedules(db)
    .where('schedules.id', '=', id)
    .where('alert_id', 'is', null)
    .executeTakeFirst();
  return row && toSchedule(row);
}

async function createSchedule(
  db: Kysely<Database>,
  schedule: NewSchedule,
  { at, author, address }: { at: number; author: Actor; address: string },
): Promise<StoredSchedule> {
  const { whom = FOR_ALL } = schedule;
  const id = await insertWaitingSchedule(db, {
    author_id: author.id,
    username: author.username,
    color: schedule.color,
    device_type: schedule.deviceType,
    execute_at: schedule.executeAt,
    created_at: at,
    whom: whom.kind,
    group_id: whom.groupId,
    group_name: whom.group,
  });
  for (const some of inChunks(schedule.deviceIds ?? [])) {
    await db
      .insertInto('schedule_devices')
      .values(some.map((deviceId) => ({ schedule_id: id, device_id: deviceId })))
      .execute();
  }
  await appendAudit(db, {
    at,
    author: { id: author.id, username: author.username, address },
    action: 'schedules.create',
    target: `schedule:${id}`,
    after: schedule,
  });
  const { username } = author;
  const open = {
    executed: false,
    outcome: null,
    outcomeReason: null,
    commandId: null,
    endedFor: null,
    alert: null,
    plan: null,
  };
  const { color, deviceType, executeAt } = schedule;
  return { id, color, deviceType, executeAt, createdAt: at, whom, ...open, username, author };
}

/** It keeps its id and its author, and what it must give way to; it is as if it had never been cancelled. */
async function reviveSchedule(
  db: Kysely<Database>,
  id: number,
  { at, author }: AuditContext,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('schedules')
    .set({
      executed: 0,
      outcome: null,
      outcome_reason: null,
      finished_at: null,
      leased_until: null,
      ended_devices: null,
      ended_total: null,
    })
    .where('id', '=', id)
    .where('outcome', '=', 'annullata')
    .where('author_id', 'is not', null)
    .where('finished_at', '>=', at - REVIVED_WITHIN_MS)
    .where('execute_at', '>', at)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await appendAudit(db, { at, author, action: 'schedules.revive', target: `schedule:${id}` });
  return true;
}
