import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import DataLoader from 'dataloader';
import type { Kysely, NotNull } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import { type NewestCommand, newestCommands } from './newest-commands.ts';
import { listAllOpen, listOpenOf, ownersFor } from './open-alerts.ts';
import { type StoredAlert, selectAlerts, toAlert } from './stored-alert.ts';
import { readAllZones, readZonesOf, type Zones } from './zones-of.ts';

/** What the beginning or the end of an alert must know of other alerts and of commands. */
export type AlertsAroundRepository = {
  /**
   * The confirmed alerts that may determine lamps of a Comune, whose end was not done: its own, and those of admins. Of
   * all Comuni for undefined.
   */
  listOpen: (ownerId: number | undefined) => Promise<StoredAlert[]>;
  /** The real alerts of a Comune, and of admins, that are over: the newest ones. */
  listLastEnded: (ownerId: number) => Promise<StoredAlert[]>;
  /** The exercises that may have lit devices of a Comune, to the end of the commands that end them. */
  listExercises: (ownerId: number) => Promise<StoredAlert[]>;
  /** The newest command of each device, but for what was never sent; perhaps of others, too. */
  newestCommands: (deviceIds: readonly number[]) => Promise<ReadonlyMap<number, NewestCommand>>;
  /** By alert: the devices that its beginnings and ends have commanded. */
  commandedBy: (alertIds: readonly number[]) => Promise<ReadonlyMap<number, ReadonlySet<number>>>;
  /** What signals were to show before the alerts that have followed each other on them. */
  colorsBefore: (deviceIds: readonly number[]) => Promise<Map<number, DeviceStatus>>;
  saveColorsBefore: (colors: ReadonlyMap<number, DeviceStatus>) => Promise<void>;
  /** The zones of a user and the devices of that user, perhaps of others, too; of everybody for undefined. */
  zones: (ownerId: number | undefined) => Promise<Zones>;
  /** Of each command how many devices it has, and how many of them confirmed. */
  counts: (commandIds: readonly number[]) => Promise<Map<number, { total: number; confirmed: number }>>;
};

/** Far more than can have lit what a signal still shows. */
const LAST_ENDED = 50;

export function createAlertsAroundRepository(db: Kysely<Database>): AlertsAroundRepository {
  // Of a crowd of owners each asks the same: what is asked within one turn is read at once. Nothing is cached.
  const openTogether = new DataLoader<number, StoredAlert[]>(
    async (ownerIds) => ownerIds.map(await listOpenOf(db, ownerIds)),
    { cache: false },
  );
  const zonesTogether = new DataLoader<number, Zones>(
    async (ownerIds) => repeat(await readZonesOf(db, ownerIds), ownerIds.length),
    { cache: false },
  );
  const newestTogether = new DataLoader<readonly number[], ReadonlyMap<number, NewestCommand>>(
    async (requested) => repeat(await newestCommands(db, [...new Set(requested.flat())]), requested.length),
    { cache: false },
  );
  return {
    listOpen: async (ownerId) => (ownerId === undefined ? listAllOpen(db) : openTogether.load(ownerId)),
    listLastEnded: async (ownerId) => {
      const rows = await selectAlerts(db)
        .where('drill', '=', 0)
        .where('alerts.owner_id', 'in', await ownersFor(db, ownerId))
        .where('begin.command_id', 'is not', null)
        .where((eb) =>
          eb.or([eb('decision', 'in', ['conclusa', 'revocata']), eb('end.outcome', 'is not', null)]),
        )
        .orderBy('alerts.id', 'desc')
        .limit(LAST_ENDED)
        .execute();
      return rows.map(toAlert);
    },
    listExercises: async (ownerId) => {
      const rows = await selectAlerts(db)
        .where('drill', '=', 1)
        .where('alerts.whom', '!=', 'nessuno')
        .where('alerts.owner_id', 'in', await ownersFor(db, ownerId))
        .where('begin.outcome', 'is not', null)
        .where((eb) =>
          eb.or([eb('end.outcome', 'is', null), eb('end.outcome', 'in', ['mancata', 'in corso'])]),
        )
        .execute();
      return rows.map(toAlert);
    },
    newestCommands: (deviceIds) => newestTogether.load(deviceIds),
    commandedBy: async (alertIds) => {
      const commanded = new Map<number, Set<number>>();
      for (const some of inChunks(alertIds)) {
        const rows = await db
          .selectFrom('schedules')
          .innerJoin('deliveries', 'deliveries.command_id', 'schedules.command_id')
          .select(['schedules.alert_id', 'deliveries.device_id'])
          .distinct()
          .where('schedules.alert_id', 'in', some)
          .where('deliveries.device_id', 'is not', null)
          .$narrowType<{ alert_id: NotNull; device_id: NotNull }>()
          .execute();
        for (const { alert_id: id, device_id: deviceId } of rows) {
          const devices = commanded.get(id) ?? new Set<number>();
          commanded.set(id, devices.add(deviceId));
        }
      }
      return commanded;
    },
    colorsBefore: async (deviceIds) => {
      const colors = new Map<number, DeviceStatus>();
      for (const some of inChunks(deviceIds)) {
        const rows = await db
          .selectFrom('colors_before_alerts')
          .selectAll()
          .where('device_id', 'in', some)
          .execute();
        for (const row of rows) colors.set(row.device_id, row.color);
      }
      return colors;
    },
    saveColorsBefore: async (colors) => {
      for (const some of inChunks([...colors])) {
        await db
          .insertInto('colors_before_alerts')
          .values(some.map(([deviceId, color]) => ({ device_id: deviceId, color })))
          .onConflict((conflict) =>
            conflict.column('device_id').doUpdateSet((eb) => ({ color: eb.ref('excluded.color') })),
          )
          .execute();
      }
    },
    zones: (ownerId) => (ownerId === undefined ? readAllZones(db) : zonesTogether.load(ownerId)),
    counts: async (commandIds) => {
      const counts = new Map<number, { total: number; confirmed: number }>();
      for (const some of inChunks(commandIds)) {
        const rows = await db
          .selectFrom('deliveries')
          .select(({ fn }) => [
            'command_id',
            fn.countAll<number>().as('total'),
            fn.count<number>('id').filterWhere('state', '=', 'confermato').as('confirmed'),
          ])
          .where('command_id', 'in', some)
          .groupBy('command_id')
          .execute();
        for (const { command_id: id, total, confirmed } of rows) {
          counts.set(id, { total: Number(total), confirmed: Number(confirmed) });
        }
      }
      return counts;
    },
  };
}

/** One answer for all that asked. */
function repeat<T>(answer: T, times: number): T[] {
  return Array.from({ length: times }, () => answer);
}
