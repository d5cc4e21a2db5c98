import type { DeviceStatus, DeviceType } from '@semaforo/contract/domain/channels';
import type { ScheduleOutcome } from '@semaforo/contract/domain/schedule-rules';
import { type Kysely, sql } from 'kysely';
import { type Act, appendAudit, PROGRAM } from '../database/audit-trail.ts';
import type { Engine } from '../database/engine.ts';
import { endSchedules } from '../database/schedule-end.ts';
import type { Database } from '../database/schema.ts';
import type { Actor } from '../platform/actor.ts';

const ROWS_PER_STATEMENT = 500;
const MISSED_AT_MOST = 100;
/** The number of the advisory lock that a server running schedules holds, and how long it may while its machine is cut off. */
const TURN = 1;
const TURN_AT_MOST_MS = 60_000;

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

/** A due schedule that this server alone may run until its lease ends; the token tells its claim from a later one. */
export type ClaimedSchedule = StoredSchedule & { token: number };

export type NewSchedule = Pick<StoredSchedule, 'color' | 'deviceType' | 'executeAt'>;

/** The times (epoch ms) between which active schedules are due, the bounds included, and how many at most; of equal times in the order of creation. */
export type DueRange = {
  from?: number;
  until: number;
  order: 'earliest-first' | 'latest-first';
  atMost: number;
};

export type SchedulesRepository = {
  create: (
    schedule: NewSchedule,
    act: { at: number; author: Actor; address: string },
  ) => Promise<StoredSchedule>;
  /**
   * Of one author, or of all when undefined: all the active ones by time, then at most `limit` ended ones, latest first. With `before`,
   * the id of an ended one, only the ended ones that follow it in that order.
   */
  list: (page: {
    authorId: number | undefined;
    limit: number;
    before?: number | undefined;
  }) => Promise<StoredSchedule[]>;
  find: (id: number) => Promise<StoredSchedule | undefined>;
  /** False when it was not active any more. */
  cancel: (id: number, act: Act) => Promise<boolean>;
  /** True when an active schedule is due, claimed or not: small enough to be asked each second. */
  isAnyDue: (now: number) => Promise<boolean>;
  /**
   * Does the work, unless another server on the database is at its own: then nothing. So schedules keep their order however many servers
   * there are; that each is run once does not depend on it, but on the claims. The turn of a server that dies ends with its connection.
   */
  takeTurn: (work: () => Promise<void>) => Promise<void>;
  /** Claims what is due then, in the order asked for; no other server gets the same ones before the lease ends. */
  claimDue: (due: DueRange, lease: { now: number; leaseMs: number }) => Promise<ClaimedSchedule[]>;
  /** Gives a claim back: it is due again at `retryAt` (epoch ms), earlier than its lease would end. */
  release: (claim: ClaimedSchedule, retryAt: number) => Promise<void>;
  /** Gives back what this server had claimed when it last ended: to be called at its start, for later it would undo its own claims. */
  releaseOwn: () => Promise<void>;
  /** Ends a claimed schedule without a command; false, and nothing done, when the claim was lost or it was cancelled. */
  end: (
    claim: ClaimedSchedule,
    end: { outcome: ScheduleOutcome; reason: string; at: number },
  ) => Promise<boolean>;
  /** When the next active schedule is due after an instant, or undefined when there is none. */
  nextDueAfter: (instant: number) => Promise<number | undefined>;
  /** Those missed since an instant, latest first, of one author or of all when undefined. */
  listMissed: (authorId: number | undefined, since: number) => Promise<StoredSchedule[]>;
  /** The devices for which something newer was accepted since a schedule was due: a command, but not that of a schedule due before it. */
  devicesCommandedSince: (schedule: Pick<StoredSchedule, 'id' | 'executeAt'>) => Promise<Set<number>>;
  /** What the devices of commands were called when they were commanded, by command. */
  deviceNames: (commandIds: readonly number[]) => Promise<Map<number, string[]>>;
};

/** `serverId` says who claims here. */
export function createSchedulesRepository(
  db: Kysely<Database>,
  engine: Engine,
  serverId: string,
): SchedulesRepository {
  const select = () =>
    db
      .selectFrom('schedules')
      .leftJoin('users', 'users.id', 'schedules.author_id')
      .selectAll('schedules')
      .select(['users.username as author_name', 'users.role as author_role']);

  const find = async (id: number) => {
    const row = await select().where('schedules.id', '=', id).executeTakeFirst();
    return row && toSchedule(row);
  };

  return {
    create: (schedule, { at, author, address }) =>
      db.transaction().execute(async (transaction) => {
        const { id } = await transaction
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
            command_id: null,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await appendAudit(transaction, {
          at,
          author: { id: author.id, username: author.username, address },
          action: 'schedules.create',
          target: `schedule:${id}`,
          after: schedule,
        });
        const { username } = author;
        const open = { executed: false, outcome: null, outcomeReason: null, commandId: null };
        return { id, ...schedule, ...open, username, author };
      }),
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
      const rows = await select()
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
    isAnyDue: async (now) => {
      const due = await db
        .selectFrom('schedules')
        .select('id')
        .where('executed', '=', 0)
        .where('execute_at', '<=', now)
        .limit(1)
        .executeTakeFirst();
      return due !== undefined;
    },
    takeTurn: (work) => {
      if (engine === 'sqlite') return work();
      return db.transaction().execute(async (turn) => {
        await sql`set local idle_in_transaction_session_timeout = ${sql.lit(TURN_AT_MOST_MS)}`.execute(turn);
        const { rows } = await sql<{
          mine: boolean;
        }>`select pg_try_advisory_xact_lock(${TURN}) as mine`.execute(turn);
        if (rows[0]?.mine) await work();
      });
    },
    claimDue: async ({ from, until, order, atMost }, { now, leaseMs }) => {
      const direction = order === 'earliest-first' ? 'asc' : 'desc';
      const claimed = await db
        .updateTable('schedules')
        .set((eb) => ({
          leased_until: now + leaseMs,
          leased_by: serverId,
          fencing_token: eb('fencing_token', '+', 1),
        }))
        .where('id', 'in', (eb) => {
          let due = eb
            .selectFrom('schedules')
            .select('id')
            .where('executed', '=', 0)
            .where('execute_at', '<=', until)
            .where((lease) =>
              lease.or([
                lease('leased_until', 'is', null),
                lease('leased_until', '<=', now),
                // Longer than any lease: the clock was set back since, and nobody holds it.
                lease('leased_until', '>', now + 2 * leaseMs),
              ]),
            )
            .orderBy('execute_at', direction)
            .orderBy('id', direction)
            .limit(atMost);
          if (from !== undefined) due = due.where('execute_at', '>=', from);
          return engine === 'postgres' ? due.forUpdate().skipLocked() : due;
        })
        .returning(['id', 'fencing_token'])
        .execute();
      if (claimed.length === 0) return [];
      const tokens = new Map(claimed.map(({ id, fencing_token: token }) => [id, token]));
      const rows = await select()
        .where('schedules.id', 'in', [...tokens.keys()])
        .orderBy('execute_at', direction)
        .orderBy('schedules.id', direction)
        .execute();
      return rows.map((row) => ({ ...toSchedule(row), token: tokens.get(row.id) ?? 0 }));
    },
    release: async (claim, retryAt) => {
      await db
        .updateTable('schedules')
        .set({ leased_until: retryAt })
        .where('id', '=', claim.id)
        .where('executed', '=', 0)
        .where('fencing_token', '=', claim.token)
        .execute();
    },
    releaseOwn: async () => {
      await db
        .updateTable('schedules')
        .set({ leased_until: null })
        .where('executed', '=', 0)
        .where('leased_by', '=', serverId)
        .execute();
    },
    end: ({ id, token }, end) =>
      db.transaction().execute(async (transaction) => {
        return (await endSchedules(transaction, { id, token }, { ...end, author: PROGRAM })) > 0;
      }),
    nextDueAfter: async (instant) => {
      const row = await db
        .selectFrom('schedules')
        .select((eb) => eb.fn.min<number | null>('execute_at').as('due_at'))
        .where('executed', '=', 0)
        .where('execute_at', '>', instant)
        .executeTakeFirst();
      return row?.due_at ?? undefined;
    },
    listMissed: async (authorId, since) => {
      let query = select()
        .where('executed', '=', 1)
        .where('outcome', '=', 'mancata')
        .where('finished_at', '>=', since);
      if (authorId !== undefined) query = query.where('schedules.author_id', '=', authorId);
      return (await query.orderBy('schedules.id', 'desc').limit(MISSED_AT_MOST).execute()).map(toSchedule);
    },
    devicesCommandedSince: async ({ id, executeAt }) => {
      const rows = await db
        .selectFrom('commands')
        .innerJoin('deliveries', 'deliveries.command_id', 'commands.id')
        .leftJoin('schedules', 'schedules.id', 'commands.schedule_id')
        .select('deliveries.device_id')
        .distinct()
        .where('commands.id', '>', (eb) => eb.fn.coalesce(lastCommandUntil(db, executeAt), eb.val(0)))
        .where((eb) =>
          eb.or([
            eb('schedules.id', 'is', null),
            eb('schedules.execute_at', '>', executeAt),
            eb.and([eb('schedules.execute_at', '=', executeAt), eb('schedules.id', '>', id)]),
          ]),
        )
        .execute();
      return new Set(rows.flatMap(({ device_id }) => device_id ?? []));
    },
    deviceNames: async (commandIds) => {
      const names = new Map<number, string[]>();
      for (let start = 0; start < commandIds.length; start += ROWS_PER_STATEMENT) {
        const rows = await db
          .selectFrom('deliveries')
          .select(['command_id', 'device_name', 'device_topic'])
          .where('command_id', 'in', commandIds.slice(start, start + ROWS_PER_STATEMENT))
          .orderBy('id')
          .execute();
        for (const { command_id, device_name, device_topic } of rows) {
          const known = names.get(command_id) ?? [];
          known.push(device_name ?? device_topic);
          names.set(command_id, known);
        }
      }
      return names;
    },
  };
}

/** Ids grow with time and, unlike times, have an index: looked for from the newest backwards, it is near. */
function lastCommandUntil(db: Kysely<Database>, instant: number) {
  return db
    .selectFrom('commands')
    .select('id')
    .where('created_at', '<=', instant)
    .orderBy('id', 'desc')
    .limit(1);
}

type Row = {
  id: number;
  color: DeviceStatus;
  device_type: DeviceType;
  execute_at: number;
  executed: number;
  outcome: ScheduleOutcome | null;
  outcome_reason: string | null;
  username: string;
  author_id: number | null;
  author_name: string | null;
  author_role: Actor['role'] | null;
  command_id: number | null;
};

function toSchedule(row: Row): StoredSchedule {
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
