import type { DeviceStatus, DeviceType } from '@semaforo/contract/domain/channels';
import type { ScheduleOutcome } from '@semaforo/contract/domain/schedule-rules';
import type { Kysely } from 'kysely';
import { type AuditAuthor, appendAudit } from '../database/audit-trail.ts';
import type { Engine } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';
import type { Actor } from '../platform/actor.ts';

const CLAIMS_AT_ONCE = 500;
const ROWS_PER_STATEMENT = 500;

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

export type SchedulesRepository = {
  create: (
    schedule: NewSchedule,
    act: { at: number; author: Actor; address: string },
  ) => Promise<StoredSchedule>;
  /** Of one author, or of all when undefined: first the active ones by time, then the ended ones, latest first. */
  list: (authorId: number | undefined) => Promise<StoredSchedule[]>;
  find: (id: number) => Promise<StoredSchedule | undefined>;
  /** False when it was not active any more. */
  cancel: (id: number, act: { at: number; author: AuditAuthor }) => Promise<boolean>;
  /** Claims what is due; no other server gets the same ones before the lease ends. Earliest first, then in the order of creation. */
  claimDue: (now: number, leaseMs: number) => Promise<ClaimedSchedule[]>;
  /** Gives a claim back: it is due again at `retryAt` (epoch ms), earlier than its lease would end. */
  release: (claim: ClaimedSchedule, retryAt: number) => Promise<void>;
  /** Gives back what this server had claimed when it last ended: to be called at its start, for later it would undo its own claims. */
  releaseOwn: () => Promise<void>;
  /** Ends a claimed schedule without a command; nothing when the claim was lost. */
  end: (
    claim: ClaimedSchedule,
    end: { outcome: ScheduleOutcome; reason: string; at: number },
  ) => Promise<void>;
  /** The earliest time at which an active schedule may be claimed (one that is claimed: when that lease ends), or undefined when there is none. */
  nextDueAt: () => Promise<number | undefined>;
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
    list: async (authorId) => {
      let query = select();
      if (authorId !== undefined) query = query.where('schedules.author_id', '=', authorId);
      const rows = await query.orderBy('schedules.execute_at').orderBy('schedules.id').execute();
      const schedules = rows.map(toSchedule);
      return [
        ...schedules.filter((one) => !one.executed),
        ...schedules.filter((one) => one.executed).reverse(),
      ];
    },
    find,
    cancel: (id, { at, author }) =>
      db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('schedules')
          .set({
            executed: 1,
            outcome: 'annullata',
            outcome_reason: `Annullata da ${author.username}`,
            finished_at: at,
          })
          .where('id', '=', id)
          .where('executed', '=', 0)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await appendAudit(transaction, { at, author, action: 'schedules.cancel', target: `schedule:${id}` });
        return true;
      }),
    claimDue: async (now, leaseMs) => {
      const claimed = await db
        .updateTable('schedules')
        .set((eb) => ({
          leased_until: now + leaseMs,
          leased_by: serverId,
          fencing_token: eb('fencing_token', '+', 1),
        }))
        .where('id', 'in', (eb) => {
          const due = eb
            .selectFrom('schedules')
            .select('id')
            .where('executed', '=', 0)
            .where('execute_at', '<=', now)
            .where((lease) => lease.or([lease('leased_until', 'is', null), lease('leased_until', '<=', now)]))
            .orderBy('execute_at')
            .orderBy('id')
            .limit(CLAIMS_AT_ONCE);
          return engine === 'postgres' ? due.forUpdate().skipLocked() : due;
        })
        .returning(['id', 'fencing_token'])
        .execute();
      const found = await Promise.all(
        claimed.map(async ({ id, fencing_token: token }) => {
          const schedule = await find(id);
          return schedule ? [{ ...schedule, token }] : [];
        }),
      );
      return found.flat().sort((a, b) => a.executeAt - b.executeAt || a.id - b.id);
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
    end: (claim, { outcome, reason, at }) =>
      db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('schedules')
          .set({ executed: 1, outcome, outcome_reason: reason, finished_at: at })
          .where('id', '=', claim.id)
          .where('executed', '=', 0)
          .where('fencing_token', '=', claim.token)
          .executeTakeFirst();
        if (numUpdatedRows > 0n) await appendEnd(transaction, claim.id, { outcome, reason, at });
      }),
    nextDueAt: async () => {
      const row = await db
        .selectFrom('schedules')
        .select((eb) =>
          eb.fn
            .min<number | null>(
              eb
                .case()
                .when('leased_until', '>', eb.ref('execute_at'))
                .then(eb.ref('leased_until'))
                .else(eb.ref('execute_at'))
                .end(),
            )
            .as('due_at'),
        )
        .where('executed', '=', 0)
        .executeTakeFirst();
      return row?.due_at ?? undefined;
    },
    devicesCommandedSince: async ({ id, executeAt }) => {
      const rows = await db
        .selectFrom('commands')
        .innerJoin('deliveries', 'deliveries.command_id', 'commands.id')
        .leftJoin('schedules', 'schedules.id', 'commands.schedule_id')
        .select('deliveries.device_id')
        .distinct()
        .where('commands.id', '>=', firstCommandAfter(db, executeAt))
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

/** Ids grow with time, and unlike times have an index. */
function firstCommandAfter(db: Kysely<Database>, instant: number) {
  return db
    .selectFrom('commands')
    .select((eb) => eb.fn.min('id').as('id'))
    .where('created_at', '>', instant);
}

/** The program ends a schedule by itself: its author is nobody from nowhere. */
function appendEnd(
  db: Kysely<Database>,
  id: number,
  end: { outcome: ScheduleOutcome; reason: string; at: number },
): Promise<void> {
  const { outcome, reason, at } = end;
  const author = { id: null, username: 'semaforo', address: null };
  return appendAudit(db, {
    at,
    author,
    action: 'schedules.end',
    target: `schedule:${id}`,
    after: { outcome, reason },
  });
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
