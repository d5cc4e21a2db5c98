import type { DeviceStatus, LampDeviceType } from '@semaforo/contract/domain/channels';
import type { CommandOrigin } from '@semaforo/contract/domain/command-rules';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { RecordedTargets } from './command-request.ts';

/**
 * A delivery that has not ended, or that was confirmed before all its lamps were written, with what its command says.
 * Times are epoch milliseconds.
 */
export type UnfinishedDelivery = {
  id: number;
  commandId: number;
  createdAt: number;
  deadlineAt: number;
  origin: CommandOrigin;
  sourceId: number | null;
  username: string;
  whom: RecordedTargets;
  /** True when this server had it under way. */
  isOwn: boolean;
  /** True when it is not known that anything of it was handed over; false: the broker acknowledged all of it. */
  isUnsent: boolean;
  /** Null when each delivery of the command has a value of its own. */
  commandValue: DeviceStatus | null;
  value: DeviceStatus;
  /** The device as it was commanded; the id is null once it is deleted. */
  deviceId: number | null;
  deviceTopic: string;
  deviceType: LampDeviceType;
  isConfirmed: boolean;
  /** False when a newer command was accepted for the device. */
  isNewest: boolean;
};

/** SQLite uses the index of what is under way only for the words that it was made with, not for parameters. */
const UNDER_WAY = (['accettato', 'inviato'] as const).map((state) => sql.lit(state));

/** The deliveries that are neither ended nor confirmed, with their commands; to be narrowed. */
export function selectUnfinished(db: Kysely<Database>) {
  return deliveriesWithCommand(db).where('deliveries.state', 'in', UNDER_WAY);
}

/**
 * As far as it has said, the device shows what was asked and nothing else. But not all its messages were handed over,
 * and of a lamp that it has not spoken of nothing is known.
 */
export function selectHalfWritten(db: Kysely<Database>, now: number) {
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
      'commands.origin',
      'commands.source_id',
      'commands.username',
      'commands.whom',
      'commands.group_name',
      'commands.served_by',
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

type Row = Awaited<ReturnType<ReturnType<typeof selectUnfinished>['execute']>>[number];

export function toUnfinished(row: Row, serverId: string): UnfinishedDelivery {
  return {
    origin: row.origin,
    sourceId: row.source_id,
    username: row.username,
    whom: { kind: row.whom, group: row.group_name },
    isOwn: row.served_by === serverId,
    isUnsent: row.state === 'accettato',
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
