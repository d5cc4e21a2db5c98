import { labelOf } from '@semaforo/contract/domain/label';
import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import { inChunks } from '../database/in-chunks.ts';
import { endSchedules } from '../database/schedule-end.ts';
import type { Database } from '../database/schema.ts';
import type { Actor } from '../platform/actor.ts';
import { type StoredSchedule, selectSchedules, toSchedule } from './stored-schedule.ts';

const MISSED_AT_MOST = 100;

export type NewSchedule = Pick<StoredSchedule, 'color' | 'deviceType' | 'executeAt'>;

/** Schedules as people make, read and cancel them. */
export type SchedulesRepository = {
  create: (
    schedule: NewSchedule,
    act: { at: number; author: Actor; address: string },
  ) => Promise<StoredSchedule>;
  /**
   * Of one author, or of all when undefined: all the active ones by time, then at most `limit` ended ones, latest
   * first. With `before`, the id of an ended one, only the ended ones that follow it in that order.
   */
  list: (page: {
    authorId: number | undefined;
    limit: number;
    before?: number | undefined;
  }) => Promise<StoredSchedule[]>;
  find: (id: number) => Promise<StoredSchedule | undefined>;
  /** False when it was not active any more. */
  cancel: (id: number, act: AuditContext) => Promise<boolean>;
  /** Those missed since an instant, latest first, of one author or of all when undefined. */
  listMissed: (authorId: number | undefined, since: number) => Promise<StoredSchedule[]>;
  /** What the devices of commands were called when they were commanded, by command. */
  deviceNames: (commandIds: readonly number[]) => Promise<Map<number, string[]>>;
};

export function createSchedulesRepository(db: Kysely<Database>): SchedulesRepository {
  const find = async (id: number) => {
    const row = await selectSchedules(db).where('schedules.id', '=', id).executeTakeFirst();
    return row && toSchedule(row);
  };

  return {
    create: (schedule, act) =>
      db.transaction().execute((transaction) => createSchedule(transaction, schedule, act)),
    list: async ({ authorId, limit, before }) => {
      const ofAuthor = () => {
        const all = db.selectFrom('schedules');
        return authorId === undefined ? all : all.where('author_id', '=', authorId);
      };
      const active = ofAuthor().select('id').where('executed', '=', 0);
      let ended = ofAuthor().select('id').where('executed', '=', 1);
      if (before !== undefined) {
        const place = ofAuthor().select(['execute_at', 'id']).where('id', '=', before);
        ended = ended.where(({ eb, refTuple }) =>
          eb(refTuple('execute_at', 'id'), '<', place.$asTuple('execute_at', 'id')),
        );
      }
      const page = ended.orderBy('execute_at', 'desc').orderBy('id', 'desc').limit(limit);
      // One statement: of two, a schedule that ends in between would be in both or in none.
      const rows = await selectSchedules(db)
        .where(({ eb, or }) =>
          or([
            eb('schedules.id', 'in', page),
            ...(before === undefined ? [eb('schedules.id', 'in', active)] : []),
          ]),
        )
        .orderBy('schedules.execute_at')
        .orderBy('schedules.id')
        .execute();
      const schedules = rows.map(toSchedule);
      return [
        ...schedules.filter((one) => !one.executed),
        ...schedules.filter((one) => one.executed).reverse(),
      ];
    },
    find,
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
    deviceNames: (commandIds) => listDeviceNames(db, commandIds),
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

async function listDeviceNames(
  db: Kysely<Database>,
  commandIds: readonly number[],
): Promise<Map<number, string[]>> {
  const names = new Map<number, string[]>();
  for (const some of inChunks(commandIds)) {
    const rows = await db
      .selectFrom('deliveries')
      .select(['command_id', 'device_name', 'device_topic'])
      .where('command_id', 'in', some)
      .orderBy('id')
      .execute();
    for (const row of rows) {
      const known = names.get(row.command_id) ?? [];
      known.push(labelOf(row));
      names.set(row.command_id, known);
    }
  }
  return names;
}
