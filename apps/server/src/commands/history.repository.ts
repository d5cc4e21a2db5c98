import type { HistoryRecord } from '@semaforo/contract/api/commands';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { LAMP_COLORS } from '@semaforo/contract/domain/lamps';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { isoTime } from '../platform/clock.ts';

/** Of one owner, or of all when `ownerId` is undefined; only those before an id when given. */
type Page = { ownerId: number | undefined; limit: number; before: number | undefined };

export type HistoryRepository = {
  /** Newest first, some at a time. */
  list: (page: Page) => AsyncIterable<HistoryRecord[]>;
};

/** So many are read before others get their turn. */
const ROWS_AT_ONCE = 500;

/**
 * What was commanded, device by device. A row belongs to the owner of the device at that time; a new owner does not
 * see it.
 */
export function createHistoryRepository(db: Kysely<Database>): HistoryRepository {
  return {
    list: async function* ({ ownerId, limit, before }) {
      let last = before;
      for (let left = limit; left > 0; left -= ROWS_AT_ONCE) {
        const atOnce = Math.min(left, ROWS_AT_ONCE);
        const records = await listRecords(db, { ownerId, limit: atOnce, before: last });
        yield records;
        if (records.length < atOnce) return;
        last = records.at(-1)?.id;
      }
    },
  };
}

async function listRecords(db: Kysely<Database>, { ownerId, limit, before }: Page): Promise<HistoryRecord[]> {
  let query = db
    .selectFrom('deliveries')
    .innerJoin('commands', 'commands.id', 'deliveries.command_id')
    .leftJoin('schedules', 'schedules.id', 'commands.schedule_id')
    .leftJoin('alerts', 'alerts.id', 'schedules.alert_id')
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
      'deliveries.lit',
      'commands.username',
      'commands.origin',
      'commands.approved_by',
      'alerts.drill',
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
    lit: readLit(row),
    username: row.username,
    ...(row.approved_by !== null && { approved_by: row.approved_by }),
    ...(row.drill === 1 && { drill: true }),
    origin: row.origin,
  }));
}

function readLit({ lit, shown }: { lit: string | null; shown: DeviceStatus | null }): HistoryRecord['lit'] {
  const names = lit === null ? [shown] : lit.split(',');
  return LAMP_COLORS.filter((lamp) => names.includes(lamp));
}
