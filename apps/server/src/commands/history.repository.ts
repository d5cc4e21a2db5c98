import type { HistoryRecord } from '@semaforo/contract/api/commands';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { isoTime } from '../platform/clock.ts';

export type HistoryRepository = {
  /** Newest first; of one owner, or of all when `ownerId` is undefined; only those before an id when given. */
  list: (page: {
    ownerId: number | undefined;
    limit: number;
    before: number | undefined;
  }) => Promise<HistoryRecord[]>;
};

/**
 * What was commanded, device by device. A row belongs to the owner of the device at that time; a new owner does not
 * see it.
 */
export function createHistoryRepository(db: Kysely<Database>): HistoryRepository {
  return {
    list: async ({ ownerId, limit, before }) => {
      let query = db
        .selectFrom('deliveries')
        .innerJoin('commands', 'commands.id', 'deliveries.command_id')
        .select([
          'deliveries.id',
          'deliveries.created_at',
          'deliveries.value',
          'deliveries.device_name',
          'deliveries.device_topic',
          'deliveries.payloads',
          'deliveries.state',
          'deliveries.reason',
          'deliveries.shown',
          'commands.username',
        ]);
      if (ownerId !== undefined) query = query.where('deliveries.owner_id', '=', ownerId);
      if (before !== undefined) query = query.where('deliveries.id', '<', before);
      const rows = await query.orderBy('deliveries.id', 'desc').limit(limit).execute();
      return rows.map((row) => ({
        id: row.id,
        created_at: isoTime(row.created_at),
        color: row.value,
        device_name: row.device_name,
        device_topic: row.device_topic,
        payloads: row.payloads,
        outcome: row.state,
        outcome_reason: row.reason,
        shown: row.shown,
        username: row.username,
      }));
    },
  };
}
