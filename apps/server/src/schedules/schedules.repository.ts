import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import { endSchedules } from '../database/schedule-end.ts';
import type { Database } from '../database/schema.ts';
import type { Actor } from '../platform/actor.ts';
import { type CommandShare, listCommandShares } from './command-shares.ts';
import { listSchedulePage, type SchedulePage } from './schedule-page.ts';
import { type StoredSchedule, selectSchedules, toSchedule } from './stored-schedule.ts';

const MISSED_AT_MOST = 100;

export type NewSchedule = Pick<StoredSchedule, 'color' | 'deviceType' | 'executeAt'>;

/** Schedules as people make, read and cancel them. */
export type SchedulesRepository = {
  /** How many of an author wait for their time, in all and for that instant (epoch ms). */
  countWaiting: (authorId: number, executeAt: number) => Promise<{ inAll: number; atInstant: number }>;
  create: (
    schedule: NewSchedule,
    act: { at: number; author: Actor; address: string },
  ) => Promise<StoredSchedule>;
  list: (page: SchedulePage) => Promise<StoredSchedule[]>;
  find: (id: number) => Promise<StoredSchedule | undefined>;
  /** False when it was not active any more: it has ended, or its command is under way. */
  cancel: (id: number, act: AuditContext) => Promise<boolean>;
  /** Those missed since an instant, latest first, of one author or of all when undefined. */
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
        .where('author_id', '=', authorId)
        .executeTakeFirstOrThrow();
      return { inAll: Number(inAll), atInstant: Number(atInstant) };
    },
    create: (schedule, act) =>
      db.transaction().execute((transaction) => createSchedule(transaction, schedule, act)),
    list: (page) => listSchedulePage(db, page),
    find: async (id) => {
      const row = await selectSchedules(db).where('schedules.id', '=', id).executeTakeFirst();
      return row && toSchedule(row);
    },
    cancel: (id, act) =>
      db.transaction().execute(async (transaction) => {
        const reason = `Annullata da ${act.author.username}`;
        return (await endSchedules(transaction, { id }, { ...act, outcome: 'annullata', reason })) > 0;
      }),
    listMissed: async (authorId, since) => {
      let query = selectSchedules(db)
        .where('executed', '=', 1)
        .where('outcome', '=', 'mancata')
        .where('finished_at', '>=', since);
      if (authorId !== undefined) query = query.where('schedules.author_id', '=', authorId);
      return (await query.orderBy('schedules.id', 'desc').limit(MISSED_AT_MOST).execute()).map(toSchedule);
    },
    commandShares: (commandIds) => listCommandShares(db, commandIds),
  };
}

async function createSchedule(
  db: Kysely<Database>,
  schedule: NewSchedule,
  { at, author, address }: { at: number; author: Actor; address: string },
): Promise<StoredSchedule> {
  const { id } = await db
    .insertInto('schedules')
    .values({
      author_id: author.id,
      username: author.username,
      color: schedule.color,
      device_type: schedule.deviceType,
      execute_at: schedule.executeAt,
      created_at: at,
      executed: 0,
      outcome: null,
      outcome_reason: null,
      finished_at: null,
      leased_until: null,
      fencing_token: 0,
      after_command: (eb) =>
        eb.fn.coalesce(
          eb.selectFrom('commands').select(({ fn }) => fn.max('id').as('id')),
          eb.val(0),
        ),
      command_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await appendAudit(db, {
    at,
    author: { id: author.id, username: author.username, address },
    action: 'schedules.create',
    target: `schedule:${id}`,
    after: schedule,
  });
  const { username } = author;
  const open = { executed: false, outcome: null, outcomeReason: null, commandId: null };
  return { id, ...schedule, ...open, username, author };
}
