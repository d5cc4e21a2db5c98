import type { Kysely } from 'kysely';
import type { Engine } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';
import { type DueRange, isFree, listDueInTurn } from './list-due-in-turn.ts';
import { type StoredSchedule, selectSchedules, toSchedule } from './stored-schedule.ts';

/**
 * A due schedule that only this server may run until its lease ends. The fencing token distinguishes its claim from a
 * later one.
 */
export type ClaimedSchedule = StoredSchedule & {
  token: number;
  /** Its author has a later one of the same instant and type: that one counts. */
  isOutdone: boolean;
};

/**
 * Claims for a server what is due and not claimed by another one, the authors in turn (see listDueInTurn). A lease that
 * has ended counts no more.
 */
export async function claimDueSchedules(
  db: Kysely<Database>,
  range: DueRange,
  lease: { now: number; leaseMs: number; engine: Engine; serverId: string },
): Promise<ClaimedSchedule[]> {
  const { now, leaseMs, engine, serverId } = lease;
  const inTurn = await listDueInTurn(db, range, { now, leaseMs });
  if (inTurn.size === 0) return [];
  const claimed = await db
    .updateTable('schedules')
    .set((eb) => ({
      leased_until: now + leaseMs,
      leased_by: serverId,
      fencing_token: eb('fencing_token', '+', 1),
    }))
    .where('id', 'in', (eb) => {
      const free = eb
        .selectFrom('schedules')
        .select('id')
        .where('id', 'in', [...inTurn.keys()])
        .where(isFree({ now, leaseMs }));
      return engine === 'postgres' ? free.forUpdate().skipLocked() : free;
    })
    .returning(['id', 'fencing_token'])
    .execute();
  if (claimed.length === 0) return [];
  const tokens = new Map(claimed.map(({ id, fencing_token: token }) => [id, token]));
  const direction = range.order === 'earliest-first' ? 'asc' : 'desc';
  const rows = await selectSchedules(db)
    .where('schedules.id', 'in', [...tokens.keys()])
    .orderBy('execute_at', direction)
    .orderBy('schedules.id', direction)
    .execute();
  return rows.map((row) => ({
    ...toSchedule(row),
    token: tokens.get(row.id) ?? 0,
    isOutdone: inTurn.get(row.id)?.isOutdone ?? false,
  }));
}
