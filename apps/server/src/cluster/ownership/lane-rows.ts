import type { Kysely, SelectQueryBuilder } from 'kysely';
import { inChunks } from '../../database/in-chunks.ts';
import type { Database } from '../../database/schema.ts';

type Lanes = SelectQueryBuilder<Database, 'device_lanes', { device_id: number }>;

/** Locks lanes in the order of their devices, so that no two servers wait for each other; returns the devices. */
export async function lockLanes(
  transaction: Kysely<Database>,
  narrow: (lanes: Lanes) => Lanes,
): Promise<number[]> {
  const lanes = transaction.selectFrom('device_lanes').select('device_id').orderBy('device_id').forUpdate();
  return (await narrow(lanes).execute()).map(({ device_id }) => device_id);
}

/** Gives lanes that are locked to a term; null: they are free. Nobody is known to want them from then on. */
export async function moveLanes(
  transaction: Kysely<Database>,
  deviceIds: readonly number[],
  term: number | null,
  leftBy: string | null = null,
): Promise<void> {
  for (const some of inChunks(deviceIds)) {
    await transaction
      .updateTable('device_lanes')
      .set({ term_id: term, wanted: 0, left_by: leftBy })
      .where('device_id', 'in', some)
      .execute();
  }
}
