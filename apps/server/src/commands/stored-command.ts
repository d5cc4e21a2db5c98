import type { DeviceStatus, LampDeviceType } from '@semaforo/contract/domain/channels';
import type { CommandOrigin } from '@semaforo/contract/domain/command-rules';
import type { DeliveryState } from '@semaforo/contract/domain/delivery-state';
import { labelOf } from '@semaforo/contract/domain/label';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { RecordedTargets } from './command-request.ts';

/** One device's share of a stored command. */
export type StoredDelivery = {
  id: number;
  commandId: number;
  deviceId: number | null;
  deviceLabel: string;
  ownerId: number | null;
  value: DeviceStatus;
  previousStatus: DeviceStatus | null;
  state: DeliveryState;
  reason: string | null;
};

/** A command as it is read again. `createdAt` is epoch milliseconds. */
export type StoredCommand = {
  id: number;
  createdAt: number;
  origin: CommandOrigin;
  sourceId: number | null;
  username: string;
  /** The second person who approved it; null without one. */
  approvedBy: string | null;
  deviceType: LampDeviceType;
  value: DeviceStatus | null;
  whom: RecordedTargets;
  deliveries: StoredDelivery[];
};

export function toStoredCommand(
  command: Selectable<Database['commands']>,
  deliveries: StoredDelivery[],
): StoredCommand {
  return {
    id: command.id,
    createdAt: command.created_at,
    origin: command.origin,
    sourceId: command.source_id,
    username: command.username,
    approvedBy: command.approved_by,
    deviceType: command.device_type,
    value: command.value,
    whom: { kind: command.whom, group: command.group_name },
    deliveries,
  };
}

/**
 * The deliveries of a command and of its retries as one: of each device the newest, with the status that it had before
 * the command itself. They come in the order of their ids.
 */
export function withRetries(deliveries: readonly StoredDelivery[]): StoredDelivery[] {
  const byDevice = new Map<string, StoredDelivery>();
  for (const delivery of deliveries) {
    // A deleted device can have been retried as little as it can be told apart.
    const device = delivery.deviceId === null ? `deleted ${delivery.id}` : String(delivery.deviceId);
    const first = byDevice.get(device);
    byDevice.set(device, first ? { ...delivery, previousStatus: first.previousStatus } : delivery);
  }
  return [...byDevice.values()];
}

/** The rows of deliveries that are stored, to be narrowed; each becomes a delivery by `toStoredDelivery`. */
export function selectStoredDeliveries(db: Kysely<Database>) {
  return db
    .selectFrom('deliveries')
    .select([
      'id',
      'command_id',
      'device_id',
      'device_name',
      'device_topic',
      'owner_id',
      'value',
      'previous_status',
      'state',
      'reason',
    ]);
}

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof selectStoredDeliveries>['execute']>>[number];

/** A row of `selectStoredDeliveries` as the delivery it stores. */
export function toStoredDelivery(row: DeliveryRow): StoredDelivery {
  return {
    id: row.id,
    commandId: row.command_id,
    deviceId: row.device_id,
    deviceLabel: labelOf(row),
    ownerId: row.owner_id,
    value: row.value,
    previousStatus: row.previous_status,
    state: row.state,
    reason: row.reason,
  };
}
