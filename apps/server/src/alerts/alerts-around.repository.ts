import type { LastCommand } from '@semaforo/contract/domain/alert-rules';
import type { Kysely } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import { type StoredAlert, selectAlerts, toAlert } from './stored-alert.ts';

/** The newest command of a device, and who gave it. */
export type NewestCommand = LastCommand & {
  username: string;
  /** A schedule gave it, planned once or recurring. */
  ofSchedule: boolean;
};

/** What the beginning or the end of an alert must know of other alerts and of commands. */
export type AlertsAroundRepository = {
  /**
   * The confirmed alerts that may determine lamps of a Comune, whose end was not done: its own, and those of admins. Of
   * all Comuni for undefined.
   */
  listOpen: (ownerId: number | undefined) => Promise<StoredAlert[]>;
  /** The exercises that may have lit devices of a Comune, to the end of the commands that end them. */
  listExercises: (ownerId: number) => Promise<StoredAlert[]>;
  /** The newest command of each device, but for what was never sent. */
  newestCommands: (deviceIds: readonly number[]) => Promise<Map<number, NewestCommand>>;
  /** The devices that the beginnings and ends of an alert have commanded. */
  commandedBy: (alertId: number) => Promise<Set<number>>;
  /** The zones of a user, and of the devices of that user that have one of their own; of everybody for undefined. */
  zones: (
    ownerId: number | undefined,
  ) => Promise<{ ofUsers: Map<number, Set<string>>; ofDevices: Map<number, string> }>;
  /** Of each command how many devices it has, and how many of them confirmed. */
  counts: (commandIds: readonly number[]) => Promise<Map<number, { total: number; confirmed: number }>>;
};

export function createAlertsAroundRepository(db: Kysely<Database>): AlertsAroundRepository {
  return {
    listOpen: async (ownerId) => {
      let open = selectAlerts(db)
        .where('decision', '=', 'confermata')
        .where((eb) => eb.or([eb('end.outcome', 'is', null), eb('end.outcome', '=', 'mancata')]));
      if (ownerId !== undefined) {
        open = open.where('alerts.owner_id', 'in', await ownersFor(db, ownerId));
      }
      return (await open.orderBy('alerts.id').execute()).map(toAlert);
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
    newestCommands: (deviceIds) => newestCommands(db, deviceIds),
    commandedBy: async (alertId) => {
      const rows = await db
        .selectFrom('schedules')
        .innerJoin('deliveries', 'deliveries.command_id', 'schedules.command_id')
        .select('deliveries.device_id')
        .distinct()
        .where('schedules.alert_id', '=', alertId)
        .execute();
      return new Set(rows.flatMap(({ device_id }) => device_id ?? []));
    },
    zones: (ownerId) => zones(db, ownerId),
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

async function zones(
  db: Kysely<Database>,
  ownerId: number | undefined,
): ReturnType<AlertsAroundRepository['zones']> {
  let userZones = db.selectFrom('user_zones').select(['user_id', 'zone_code']);
  let deviceZones = db
    .selectFrom('device_zones')
    .innerJoin('devices', 'devices.id', 'device_zones.device_id')
    .select(['device_zones.device_id', 'device_zones.zone_code']);
  if (ownerId !== undefined) {
    userZones = userZones.where('user_id', '=', ownerId);
    deviceZones = deviceZones.where('devices.owner_id', '=', ownerId);
  }
  const ofUsers = new Map<number, Set<string>>();
  for (const { user_id, zone_code } of await userZones.execute()) {
    ofUsers.set(user_id, (ofUsers.get(user_id) ?? new Set()).add(zone_code));
  }
  const ofDevices = (await deviceZones.execute()).map((row) => [row.device_id, row.zone_code] as const);
  return { ofUsers, ofDevices: new Map(ofDevices) };
}

/** What ended before anything of it was sent changed no lamp. */
async function newestCommands(
  db: Kysely<Database>,
  deviceIds: readonly number[],
): Promise<Map<number, NewestCommand>> {
  const newest = new Map<number, NewestCommand>();
  for (const some of inChunks(deviceIds)) {
    const rows = await db
      .selectFrom('deliveries')
      .innerJoin('commands', 'commands.id', 'deliveries.command_id')
      .leftJoin('commands as source', 'source.id', 'commands.source_id')
      .select(['deliveries.device_id', 'deliveries.value', 'commands.id', 'commands.created_at'])
      .select('commands.origin')
      .select(['source.origin as source_origin', 'commands.username'])
      .where('deliveries.id', 'in', (eb) =>
        eb
          .selectFrom('deliveries as own')
          .innerJoin('commands as given', 'given.id', 'own.command_id')
          .select(({ fn }) => fn.max('own.id').as('id'))
          .where('own.device_id', 'in', some)
          // A lamp test is nobody's word about what is to be shown.
          .where('given.origin', '!=', 'prova')
          .where((row) =>
            row.or([row('own.sent', '>', 0), row('own.state', 'in', ['accettato', 'inviato', 'confermato'])]),
          )
          .groupBy('own.device_id'),
      )
      .execute();
    for (const row of rows) {
      if (row.device_id === null) continue;
      // One that is repeated is still of whoever gave it first.
      const origin = row.origin === 'ripetizione' ? row.source_origin : row.origin;
      newest.set(row.device_id, {
        id: row.id,
        at: row.created_at,
        value: row.value,
        ofAlert: origin === 'allerta',
        ofSchedule: origin === 'pianificazione',
        username: row.username,
      });
    }
  }
  return newest;
}

/**
 * A Comune and the admins: whose alerts may be for its devices. Asked for first: then the alerts of these few are found
 * by their owner on both engines, however many are open.
 */
export async function ownersFor(db: Kysely<Database>, ownerId: number): Promise<number[]> {
  const admins = await db.selectFrom('users').select('id').where('role', '=', 'admin').execute();
  return [ownerId, ...admins.map(({ id }) => id)];
}
