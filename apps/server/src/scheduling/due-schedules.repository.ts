import type { ScheduleOutcome } from '@semaforo/contract/domain/schedule-rules';
import type { Kysely } from 'kysely';
import { PROGRAM } from '../database/audit-trail.ts';
import type { Engine } from '../database/engine.ts';
import { endSchedules, type StoredTargets } from '../database/schedule-end.ts';
import type { Database } from '../database/schema.ts';
import { type ClaimedSchedule, claimDueSchedules } from './claim-due-schedules.ts';
import { devicesCommandedSince } from './devices-commanded-since.ts';
import type { DueRange } from './list-due-in-turn.ts';
import type { StoredSchedule } from './stored-schedule.ts';
import { takeTurn } from './take-turn.ts';

/** Others run what is due so soon after a server hung or was cut off in its turn. */
const TURN_LOST_AFTER_MS = 4000;

/**
 * What is due, as the servers that run it share it out. A schedule whose command was accepted is not active any more:
 * it is never due again.
 */
export type DueSchedulesRepository = {
  /** True when an active schedule is due, claimed or not: small enough to be asked each second. */
  isAnyDue: (now: number) => Promise<boolean>;
  /**
   * Does the work, unless another server on the database does its own: then nothing happens. So schedules keep their
   * order with several servers; that each runs once depends on the claims only. The lock of a server that dies ends
   * with its connection.
   */
  takeTurn: (work: () => Promise<void>) => Promise<void>;
  /**
   * Claims some of what is due then, the authors in turn; no other server gets the same ones before the lease ends.
   * They come in the order asked for.
   */
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
    end: { outcome: ScheduleOutcome; reason: string; at: number; endedFor?: StoredTargets },
  ) => Promise<boolean>;
  /** When the next active schedule is due after an instant, or undefined when there is none. */
  nextDueAfter: (instant: number) => Promise<number | undefined>;
  /**
   * Those among the devices for which a newer command was accepted since a schedule was due. The command of a schedule
   * that was due earlier is not newer. Commands accepted before the schedule was made do not count, nor, with `until`,
   * commands with a later time than that.
   */
  devicesCommandedSince: (
    schedule: Pick<StoredSchedule, 'id' | 'executeAt'>,
    which: { among: readonly number[]; until?: number | undefined },
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
        .where('outcome', 'is', null)
        .where('execute_at', '<=', now)
        .limit(1)
        .executeTakeFirst();
      return due !== undefined;
    },
    takeTurn: (work) => (engine === 'sqlite' ? work() : takeTurn(db, TURN_LOST_AFTER_MS, work)),
    claimDue: (due, lease) => claimDueSchedules(db, due, { ...lease, engine, serverId }),
    release: async (claim, retryAt) => {
      await db
        .updateTable('schedules')
        .set({ leased_until: retryAt })
        .where('id', '=', claim.id)
        .where('executed', '=', 0)
        .where('outcome', 'is', null)
        .where('fencing_token', '=', claim.token)
        .execute();
    },
    releaseOwn: async () => {
      await db
        .updateTable('schedules')
        .set({ leased_until: null })
        .where('executed', '=', 0)
        .where('outcome', 'is', null)
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
        .where('outcome', 'is', null)
        .where('execute_at', '>', instant)
        .executeTakeFirst();
      return row?.due_at ?? undefined;
    },
    devicesCommandedSince: (schedule, which) => devicesCommandedSince(db, schedule, which),
  };
}
