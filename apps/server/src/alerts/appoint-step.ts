import type { Kysely } from 'kysely';
import type { AlertStep } from '../database/schema/schedules.ts';
import type { Database } from '../database/schema.ts';
import { insertWaitingSchedule } from '../database/waiting-schedule.ts';
import type { StoredAlert } from './stored-alert.ts';

/**
 * Appoints when an alert begins or ends: a schedule of its owner that is claimed, run and settled like any other
 * (docs/rules.md#alerts). To be called in the transaction that decides it.
 */
export async function appointStep(
  db: Kysely<Database>,
  { id, owner, color }: Pick<StoredAlert, 'id' | 'owner' | 'color'>,
  { step, at, now, username }: { step: AlertStep; at: number; now: number; username: string },
): Promise<void> {
  const scheduleId = await insertWaitingSchedule(db, {
    author_id: owner?.id ?? null,
    username,
    color: step === 'inizio' ? color : 'verde',
    device_type: 'semaforo',
    execute_at: Math.max(at, now),
    created_at: now,
    // Never for all: a schedule for all of the same instant would outdo it.
    whom: 'scelti',
    alert_id: id,
    alert_step: step,
  });
  await db
    .updateTable('alerts')
    .set(step === 'inizio' ? { begin_id: scheduleId } : { end_id: scheduleId })
    .where('id', '=', id)
    .execute();
}
