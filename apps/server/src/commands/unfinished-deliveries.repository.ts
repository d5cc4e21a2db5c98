import type { DeviceStatus, DeviceType } from '@semaforo/contract/domain/channels';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';

/** A delivery that neither ended nor failed, or was confirmed before all its lamps were written, with what its command says. Times are epoch milliseconds. */
export type UnfinishedDelivery = {
  id: number;
  commandId: number;
  createdAt: number;
  deadlineAt: number;
  /** Null when each delivery of the command has a value of its own. */
  commandValue: DeviceStatus | null;
  value: DeviceStatus;
  /** The device as it was commanded; the id is null once it is deleted. */
  deviceId: number | null;
  deviceTopic: string;
  deviceType: DeviceType;
  isConfirmed: boolean;
  /** False when a newer command was accepted for the device. */
  isNewest: boolean;
};

/** What a server that ended midway left under way; in the order in which it was accepted. */
export type UnfinishedDeliveriesRepository = {
  /** Of this server, those confirmed only with a deadline after `now`: to be asked at its start only, for later they are under way. */
  listOwn: (now: number) => Promise<UnfinishedDelivery[]>;
  /** Of other servers, with a deadline before that time. */
  listOfOthers: (deadlineBefore: number) => Promise<UnfinishedDelivery[]>;
};

export function createUnfinishedDeliveriesRepository(
  db: Kysely<Database>,
  serverId: string,
): UnfinishedDeliveriesRepository {
  return {
    listOwn: async (now) => {
      const own = (query: ReturnType<typeof unfinished>) => query.where('served_by', '=', serverId).execute();
      const rows = [...(await own(unfinished(db))), ...(await own(halfWritten(db, now)))];
      return rows.sort((a, b) => a.id - b.id).map(toUnfinished);
    },
    listOfOthers: async (deadlineBefore) => {
      const rows = await unfinished(db)
        .where('deadline_at', '<', deadlineBefore)
        .where((eb) => eb.or([eb('served_by', 'is', null), eb('served_by', '!=', serverId)]))
        .execute();
      return rows.map(toUnfinished);
    },
  };
}

function unfinished(db: Kysely<Database>) {
  return deliveriesWithCommand(db).where('deliveries.state', 'in', ['accettato', 'inviato']);
}

/** The new lamp is lit and said to be, but the others may not be off yet. */
function halfWritten(db: Kysely<Database>, now: number) {
  return deliveriesWithCommand(db)
    .where('commands.deadline_at', '>', now)
    .where('deliveries.state', '=', 'confermato')
    .where('deliveries.sent', '<', 2);
}

function deliveriesWithCommand(db: Kysely<Database>) {
  return db
    .selectFrom('deliveries')
    .innerJoin('commands', 'commands.id', 'deliveries.command_id')
    .select((eb) => [
      'deliveries.id',
      'deliveries.command_id',
      'commands.created_at',
      'commands.deadline_at',
      'commands.value as command_value',
      'deliveries.value',
      'deliveries.state',
      'deliveries.device_id',
      'deliveries.device_topic',
      'commands.device_type',
      eb
        .selectFrom('deliveries as newer')
        .select((newer) => newer.fn.max('newer.id').as('id'))
        .whereRef('newer.device_id', '=', 'deliveries.device_id')
        .as('newest_id'),
    ])
    .orderBy('deliveries.id');
}

type Row = Awaited<ReturnType<ReturnType<typeof unfinished>['execute']>>[number];

function toUnfinished(row: Row): UnfinishedDelivery {
  return {
    id: row.id,
    commandId: row.command_id,
    createdAt: row.created_at,
    deadlineAt: row.deadline_at,
    commandValue: row.command_value,
    value: row.value,
    deviceId: row.device_id,
    deviceTopic: row.device_topic,
    deviceType: row.device_type,
    isConfirmed: row.state === 'confermato',
    isNewest: row.newest_id === row.id,
  };
}
