import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';

/** Small: nothing else is stored while rows are deleted. */
const ROWS_A_STEP = 200;
/** By their ids, the oldest first: who was closed long ago was opened before. */
const ALARMS_LOOKED_AT = 50;

/**
 * Deletes some of the alarms closed before a time; resolves to how many rows. What is not closed is left, however old.
 * An alarm goes when the last of its devices has gone: one of thousands of devices goes in several steps.
 */
export async function pruneAlarms(db: Kysely<Database>, before: number): Promise<number> {
  const oldest = await db
    .selectFrom('alarms')
    .select(['id', 'state_at'])
    .where('state', '=', 'chiuso')
    .orderBy('id')
    .limit(ALARMS_LOOKED_AT)
    .execute();
  const alarm = oldest.find(({ state_at: closedAt }) => closedAt < before);
  if (!alarm) return 0;
  const devices = await db
    .selectFrom('alarm_devices')
    .select('device_id')
    .where('alarm_id', '=', alarm.id)
    .limit(ROWS_A_STEP)
    .execute();
  const ids = devices.map(({ device_id: id }) => id);
  await db.transaction().execute(async (transaction) => {
    if (ids.length > 0) {
      const own = transaction.deleteFrom('alarm_devices').where('alarm_id', '=', alarm.id);
      await own.where('device_id', 'in', ids).execute();
    }
    if (ids.length < ROWS_A_STEP) await transaction.deleteFrom('alarms').where('id', '=', alarm.id).execute();
  });
  return ids.length + 1;
}
