import type { Kysely } from 'kysely';
import type { AlertStep } from '../database/schema/schedules.ts';
import type { Database } from '../database/schema.ts';
import type { StoredAlert } from './stored-alert.ts';

/**
 * Appoints when an alert begins or ends: a schedule of its owner that is claimed, run and settled like any other
 * (docs/rules.md#alerts). To be called in the transaction that decides it.
 */
export async function appointStep(
  db: Kysely<Database>,
  { id, owner, colour }: Pick<StoredAlert, 'id' | 'owner' | 'colour'>,
  { step, at, now, username }: { step: AlertStep; at: number; now: number; username: string },
): Promise<void> {
  const schedule = await db
    .insertInto('schedules')
    .values({
      author_id: owner?.id ?? null,
      username,
      color: step === 'inizio' ? colour : 'verde',
      device_type: 'semaforo',
      execute_at: Math.max(at, now),
      created_at: now,
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
      // Never for all: a schedule for all of the same instant would outdo it.
      whom: 'scelti',
      alert_id: id,
      alert_step: step,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('alerts')
    .set(step === 'inizio' ? { begin_id: schedule.id } : { end_id: schedule.id })
    .where('id', '=', id)
    .execute();
}
