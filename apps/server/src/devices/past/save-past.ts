import type { LampColour } from '@semaforo/contract/domain/lamps';
import type { Kysely } from 'kysely';
import { inChunks } from '../../database/in-chunks.ts';
import type { Database } from '../../database/schema.ts';

/** What is to be stored. An error with reason null ends the one that is there. Times are epoch ms. */
export type PastRows = {
  reports: { deviceId: number; at: number; lamp: LampColour; isOn: boolean }[];
  metrics: Map<string, Metrics>;
  errors: { deviceId: number; at: number; reason: string | null }[];
};

type Metrics = {
  deviceId: number;
  minute: number;
  temp: number | null;
  vcc: number | null;
  uptime: number | null;
};

/**
 * Stores the rows, to be called in a transaction. Of two servers that hear the same, the second one's measure of a
 * minute replaces the first one's, and an error that has begun does not begin again.
 */
export async function savePast(db: Kysely<Database>, { reports, metrics, errors }: PastRows): Promise<void> {
  for (const some of inChunks(reports)) {
    const values = some.map(({ deviceId, at, lamp, isOn }) => ({
      device_id: deviceId,
      at,
      lamp,
      is_on: isOn ? 1 : 0,
    }));
    await db.insertInto('device_reports').values(values).execute();
  }
  const ordered = [...metrics.values()].sort((a, b) => a.deviceId - b.deviceId || a.minute - b.minute);
  for (const some of inChunks(ordered)) await upsertMetrics(db, some);
  for (const { deviceId, at, reason } of errors.toSorted((a, b) => a.deviceId - b.deviceId)) {
    await endError(db, { deviceId, at, unless: reason });
    if (reason !== null) await beginError(db, { deviceId, at, reason });
  }
}

async function upsertMetrics(db: Kysely<Database>, metrics: readonly Metrics[]): Promise<void> {
  await db
    .insertInto('device_metrics')
    .values(metrics.map(({ deviceId, ...measured }) => ({ device_id: deviceId, ...measured })))
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'minute']).doUpdateSet((excluded) => ({
        temp: excluded.ref('excluded.temp'),
        vcc: excluded.ref('excluded.vcc'),
        uptime: excluded.ref('excluded.uptime'),
      })),
    )
    .execute();
}

async function endError(
  db: Kysely<Database>,
  { deviceId, at, unless }: { deviceId: number; at: number; unless: string | null },
): Promise<void> {
  let open = db
    .updateTable('device_errors')
    .set({ ended_at: at })
    .where('device_id', '=', deviceId)
    .where('ended_at', 'is', null);
  if (unless !== null) open = open.where('reason', '<>', unless);
  await open.execute();
}

async function beginError(
  db: Kysely<Database>,
  error: { deviceId: number; at: number; reason: string },
): Promise<void> {
  const open = await db
    .selectFrom('device_errors')
    .select('id')
    .where('device_id', '=', error.deviceId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (open) return;
  const { deviceId, at, reason } = error;
  await db.insertInto('device_errors').values({ device_id: deviceId, reason, began_at: at }).execute();
}
