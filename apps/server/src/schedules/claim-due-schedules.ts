import type { Kysely } from 'kysely';
import type { Engine } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';
import { type StoredSchedule, selectSchedules, toSchedule } from './stored-schedule.ts';

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

/** Claims for a server what is due and not claimed by another one. A lease that has ended counts no more. */
export async function claimDueSchedules(
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
        .where('outcome', 'is', null)
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
