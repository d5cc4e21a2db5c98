import type { Kysely } from 'kysely';
import { PROGRAM } from '../database/audit-trail.ts';
import { appendScheduleEnd } from '../database/schedule-end.ts';
import type { Database } from '../database/schema.ts';

/**
 * A schedule whose command was accepted, but of which nothing is known to have been sent. `authorId` is null once the
 * user is deleted.
 */
export type MissedSchedule = { scheduleId: number; authorId: number | null; reason: string };

/**
 * Marks as `mancata` the schedules whose commands ended with these deliveries and reached no device: every delivery
 * has ended, none was sent, none was confirmed, none was superseded. To be called in the transaction that ends them.
 */
export async function markMissedSchedules(
  db: Kysely<Database>,
  { deliveryIds, at }: { deliveryIds: readonly number[]; at: number },
): Promise<MissedSchedule[]> {
  const rows = await db
    .selectFrom('deliveries as ended')
    .innerJoin('commands', 'commands.id', 'ended.command_id')
    .innerJoin('schedules', 'schedules.id', 'commands.schedule_id')
    .select((eb) => ['schedules.id', 'schedules.author_id', eb.fn.min('ended.reason').as('reason')])
    .where('ended.id', 'in', deliveryIds)
    .where('schedules.outcome', 'in', ['eseguita', 'in ritardo'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries as other')
            .select('other.id')
            .whereRef('other.command_id', '=', 'commands.id')
            .where((other) =>
              other.or([other('other.state', 'not in', ['fallito', 'scaduto']), other('other.sent', '>', 0)]),
            ),
        ),
      ),
    )
    .groupBy(['schedules.id', 'schedules.author_id'])
    .orderBy('schedules.id')
    .execute();
  const missed = rows.map(({ id, author_id, reason }) => ({
    scheduleId: id,
    authorId: author_id,
    reason: reason ?? 'Comando non inviato',
  }));
  for (const one of missed) await mark(db, one, at);
  return missed;
}

async function mark(db: Kysely<Database>, { scheduleId, reason }: MissedSchedule, at: number): Promise<void> {
  const outcome = 'mancata';
  await db
    .updateTable('schedules')
    .set({ outcome, outcome_reason: reason })
    .where('id', '=', scheduleId)
    .execute();
  await appendScheduleEnd(db, scheduleId, { at, author: PROGRAM, outcome, reason });
}
