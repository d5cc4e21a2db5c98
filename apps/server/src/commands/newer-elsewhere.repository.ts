import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';

/** Which deliveries are no longer the last word to their device, by whichever server that one was accepted. */
export type NewerElsewhereRepository = {
  /** Of the deliveries with those ids, the ids of those after which another was accepted for the same device. */
  listOutdated: (deliveryIds: readonly number[]) => Promise<Set<number>>;
};

export function createNewerElsewhereRepository(db: Kysely<Database>): NewerElsewhereRepository {
  return {
    listOutdated: async (deliveryIds) => {
      if (deliveryIds.length === 0) return new Set();
      const rows = await db
        .selectFrom('deliveries')
        .select('id')
        .where('id', 'in', deliveryIds)
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('deliveries as newer')
              .select('newer.id')
              .whereRef('newer.device_id', '=', 'deliveries.device_id')
              .whereRef('newer.id', '>', 'deliveries.id'),
          ),
        )
        .execute();
      return new Set(rows.map(({ id }) => id));
    },
  };
}
