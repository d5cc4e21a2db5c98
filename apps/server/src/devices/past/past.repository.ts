import type { DevicePast, MetricsPoint } from '@semaforo/contract/api/device-past';
import type { Problem } from '@semaforo/contract/domain/device/device-state';
import { groupBy } from '@semaforo/contract/domain/group-by';
import type { UsualPowers } from '@semaforo/contract/domain/lamp-fault';
import { type Kysely, sql } from 'kysely';
import type { KeptErrorKind } from '../../database/schema/device-past.ts';
import type { Database } from '../../database/schema.ts';
import { isoTime } from '../../platform/clock.ts';

const REPORTS_SHOWN = 50;
const COMMANDS_SHOWN = 50;
const ERRORS_SHOWN = 20;
/** Of one device: more than a page shows, for those who look at the database. */
const REPORTS_KEPT = 500;

export type PastRepository = {
  /** Newest first. Commands only of that owner, unless `ownerId` is undefined. */
  read: (deviceId: number, ownerId: number | undefined) => Promise<DevicePast>;
  /** The measures since that time, one point for each stretch of so many ms, oldest first. */
  metrics: (deviceId: number, from: { since: number; stretchMs: number }) => Promise<MetricsPoint[]>;
  /** What of that kind has not ended: when it began (epoch ms) and its sentence, by device. */
  listOpen: (kind: KeptErrorKind) => Promise<Map<number, Problem>>;
  /** What lamps drew in their last lamp tests, by device. */
  listPowers: () => Promise<Map<number, UsualPowers>>;
  /** Deletes what is older than that (epoch ms) of one device, and its reports beyond the last ones. */
  prune: (deviceId: number, before: number) => Promise<void>;
};

export function createPastRepository(db: Kysely<Database>): PastRepository {
  return {
    read: async (deviceId, ownerId) => ({
      reports: await listReports(db, deviceId),
      commands: await listCommands(db, deviceId, ownerId),
      errors: await listErrors(db, deviceId, 'error'),
      out_of_sync: await listErrors(db, deviceId, 'out_of_sync'),
    }),
    metrics: async (deviceId, { since, stretchMs }) => {
      const stretch = sql<number>`minute - (minute % ${sql.lit(stretchMs)})`;
      const rows = await db
        .selectFrom('device_metrics')
        .select(({ fn }) => [
          stretch.as('at'),
          fn.avg<number | null>('temp').as('temp'),
          fn.avg<number | null>('vcc').as('vcc'),
          fn.min('uptime').as('uptime'),
        ])
        .where('device_id', '=', deviceId)
        .where('minute', '>=', since)
        .groupBy(stretch)
        .orderBy(stretch)
        .execute();
      return rows.map(({ at, ...point }) => ({ at: isoTime(Number(at)), ...point }));
    },
    listOpen: async (kind) => {
      const ofKind = db.selectFrom('device_errors').where('kind', '=', kind);
      const open = ofKind.select(['device_id', 'reason', 'began_at']).where('ended_at', 'is', null);
      const rows = await open.execute();
      return new Map(rows.map(({ device_id, reason, began_at: at }) => [device_id, { reason, at }]));
    },
    listPowers: async () => {
      const rows = await db.selectFrom('lamp_powers').selectAll().execute();
      const ofDevices = groupBy(rows, ({ device_id: deviceId }) => deviceId);
      return new Map(
        [...ofDevices].map(([deviceId, lamps]) => [
          deviceId,
          Object.fromEntries(lamps.map(({ lamp, on_w: on, off_w: off }) => [lamp, { on, off }])),
        ]),
      );
    },
    prune: async (deviceId, before) => {
      await db
        .deleteFrom('device_metrics')
        .where('device_id', '=', deviceId)
        .where('minute', '<', before)
        .execute();
      const last = await db
        .selectFrom('device_reports')
        .select('id')
        .where('device_id', '=', deviceId)
        .orderBy('id', 'desc')
        .offset(REPORTS_KEPT)
        .limit(1)
        .executeTakeFirst();
      await db
        .deleteFrom('device_reports')
        .where('device_id', '=', deviceId)
        .where(({ eb, or }) => or([eb('at', '<', before), eb('id', '<=', last?.id ?? 0)]))
        .execute();
      await db
        .deleteFrom('device_errors')
        .where('device_id', '=', deviceId)
        .where('ended_at', '<', before)
        .execute();
    },
  };
}

async function listReports(db: Kysely<Database>, deviceId: number): Promise<DevicePast['reports']> {
  const rows = await db
    .selectFrom('device_reports')
    .select(['id', 'at', 'lamp', 'is_on'])
    .where('device_id', '=', deviceId)
    .orderBy('id', 'desc')
    .limit(REPORTS_SHOWN)
    .execute();
  return rows.map(({ id, at, lamp, is_on: isOn }) => ({ id, at: isoTime(at), lamp, on: isOn === 1 }));
}

async function listCommands(
  db: Kysely<Database>,
  deviceId: number,
  ownerId: number | undefined,
): Promise<DevicePast['commands']> {
  let query = db
    .selectFrom('deliveries')
    .innerJoin('commands', 'commands.id', 'deliveries.command_id')
    .select([
      'deliveries.id',
      'deliveries.created_at as at',
      'deliveries.value',
      'state',
      'reason',
      'username',
    ])
    .where('device_id', '=', deviceId);
  if (ownerId !== undefined) query = query.where('owner_id', '=', ownerId);
  const rows = await query.orderBy('deliveries.id', 'desc').limit(COMMANDS_SHOWN).execute();
  return rows.map(({ at, ...row }) => ({ ...row, at: isoTime(at) }));
}

async function listErrors(
  db: Kysely<Database>,
  deviceId: number,
  kind: KeptErrorKind,
): Promise<DevicePast['errors']> {
  const rows = await db
    .selectFrom('device_errors')
    .select(['id', 'reason', 'began_at', 'ended_at'])
    .where('kind', '=', kind)
    .where('device_id', '=', deviceId)
    .orderBy('id', 'desc')
    .limit(ERRORS_SHOWN)
    .execute();
  return rows.map(({ id, reason, began_at: beganAt, ended_at: endedAt }) => ({
    id,
    reason,
    began_at: isoTime(beganAt),
    ended_at: isoTime(endedAt),
  }));
}
