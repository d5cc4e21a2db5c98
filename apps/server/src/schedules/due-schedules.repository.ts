import type { ScheduleOutcome } from '@semaforo/contract/domain/schedule-rules';
import { type Kysely, sql } from 'kysely';
import { PROGRAM } from '../database/audit-trail.ts';
import type { Engine } from '../database/engine.ts';
import { endSchedules } from '../database/schedule-end.ts';
import type { Database } from '../database/schema.ts';
import { type StoredSchedule, selectSchedules, toSchedule } from './stored-schedule.ts';

/**
 * The number of the advisory lock that a server holds while it runs schedules, and how long a server that is cut off
 * may hold it.
 */
const TURN = 1;
const TURN_AT_MOST_MS = 60_000;

/**
 * A due schedule that only this server may run until its lease ends. The fencing token distinguishes its claim from a
 * later one.
 */
export type ClaimedSchedule = StoredSchedule & { token: number };

/**
 * The times (epoch ms) between which schedules are due, bounds included, and how many at most. Equal times are in the
 * order of creation.
 */
export type DueRange = {
  from?: number;
  until: number;
  order: 'earliest-first' | 'latest-first';
  atMost: number;
};

/** What is due, as the servers that run it share it out. */
export type DueSchedulesRepository = {
  /** True when an active schedule is due, claimed or not: small enough to be asked each second. */
  isAnyDue: (now: number) => Promise<boolean>;
  /**
   * Does the work, unless another server on the database does its own: then nothing happens. So schedules keep their
   * order with several servers; that each runs once depends on the claims only. The lock of a server that dies ends
   * with its connection.
   */
  takeTurn: (work: () => Promise<void>) => Promise<void>;
  /** Claims what is due then, in the order asked for; no other server gets the same ones before the lease ends. */
  claimDue: (due: DueRange, lease: { now: number; leaseMs: number }) => Promise<ClaimedSchedule[]>;
  /** Gives a claim back: it is due again at `retryAt` (epoch ms), earlier than its lease would end. */
  release: (claim: ClaimedSchedule, retryAt: number) => Promise<void>;
  /**
   * Releases what this server had claimed when it last ended. To be called at its start only: later it would release
   * its present claims.
   */
  releaseOwn: () => Promise<void>;
  /**
   * Ends a claimed schedule without a command. Returns false, and does nothing, when the claim was lost or the
   * schedule was cancelled.
   */
  end: (
    claim: ClaimedSchedule,
    end: { outcome: ScheduleOutcome; reason: string; at: number },
  ) => Promise<boolean>;
  /** When the next active schedule is due after an instant, or undefined when there is none. */
  nextDueAfter: (instant: number) => Promise<number | undefined>;
  /**
   * The devices for which a newer command was accepted since a schedule was due. The command of a schedule that was
   * due earlier is not newer. Commands accepted before the schedule was made do not count, nor, with `until`,
   * commands with a later time than that.
   */
  devicesCommandedSince: (
    schedule: Pick<StoredSchedule, 'id' | 'executeAt'>,
    until?: number,
  ) => Promise<Set<number>>;
};

/** `serverId` says who claims here. */
export function createDueSchedulesRepository(
  db: Kysely<Database>,
  engine: Engine,
  serverId: string,
): DueSchedulesRepository {
  return {
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
    claimDue: (due, lease) => claimDue(db, due, { ...lease, engine, serverId }),
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
    devicesCommandedSince: (schedule, until) => devicesCommandedSince(db, schedule, until),
  };
}

async function claimDue(
  db: Kysely<Database>,
  { from, until, order, atMost }: DueRange,
  { now, leaseMs, engine, serverId }: { now: number; leaseMs: number; engine: Engine; serverId: string },
): Promise<ClaimedSchedule[]> {
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
            // Longer than any lease: the clock was set back since, and no server holds it.
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
  const rows = await selectSchedules(db)
    .where('schedules.id', 'in', [...tokens.keys()])
    .orderBy('execute_at', direction)
    .orderBy('schedules.id', direction)
    .execute();
  return rows.map((row) => ({ ...toSchedule(row), token: tokens.get(row.id) ?? 0 }));
}

async function devicesCommandedSince(
  db: Kysely<Database>,
  { id, executeAt }: Pick<StoredSchedule, 'id' | 'executeAt'>,
  until: number | undefined,
): Promise<Set<number>> {
  let newer = db
    .selectFrom('commands')
    .innerJoin('deliveries', 'deliveries.command_id', 'commands.id')
    .leftJoin('schedules', 'schedules.id', 'commands.schedule_id')
    .select('deliveries.device_id')
    .distinct()
    .where('commands.id', '>', (eb) => eb.fn.coalesce(lastCommandUntil(db, executeAt), eb.val(0)))
    .where('commands.id', '>', (eb) =>
      eb.selectFrom('schedules as own').select('own.after_command').where('own.id', '=', id),
    )
    .where((eb) =>
      eb.or([
        eb('schedules.id', 'is', null),
        eb('schedules.execute_at', '>', executeAt),
        eb.and([eb('schedules.execute_at', '=', executeAt), eb('schedules.id', '>', id)]),
      ]),
    );
  if (until !== undefined) newer = newer.where('commands.created_at', '<=', until);
  return new Set((await newer.execute()).flatMap(({ device_id }) => device_id ?? []));
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
