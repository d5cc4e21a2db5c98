import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import type { Insertable, Kysely } from 'kysely';
import { compileOnceForOne } from '../database/compile-once.ts';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import { createTimeSlices } from '../platform/time-slices.ts';

/** One device's share of a command to store. */
export type DeliveryIntent = {
  deviceId: number;
  deviceName: string | null;
  deviceTopic: string;
  ownerId: number | null;
  value: DeviceStatus;
  previousStatus: DeviceStatus | null;
  payloads: string;
};

/** The id of each delivery by device; a deleted device has none. */
export function idsByDevice(rows: readonly { id: number; device_id: number | null }[]): Map<number, number> {
  return new Map(rows.flatMap(({ id, device_id }) => (device_id === null ? [] : [[device_id, id] as const])));
}

/** Stores the deliveries of a command; returns the id of each by device. */
export async function storeDeliveries(
  db: Kysely<Database>,
  commandId: number,
  { createdAt, deliveries }: { createdAt: number; deliveries: readonly DeliveryIntent[] },
): Promise<Map<number, number>> {
  const stored: { id: number; device_id: number | null }[] = [];
  const slices = createTimeSlices();
  for (const some of inChunks(deliveries)) {
    await slices.giveWay();
    const rows = some.map((delivery) => ({
      command_id: commandId,
      device_id: delivery.deviceId,
      device_name: delivery.deviceName,
      device_topic: delivery.deviceTopic,
      owner_id: delivery.ownerId,
      value: delivery.value,
      previous_status: delivery.previousStatus,
      payloads: delivery.payloads,
      state: 'accettato' as const,
      reason: null,
      created_at: createdAt,
      state_changed_at: createdAt,
    }));
    stored.push(...(await insertDeliveries(db, rows)));
  }
  return idsByDevice(stored);
}

const insertDeliveries = compileOnceForOne((db, rows: readonly Insertable<Database['deliveries']>[]) =>
  db.insertInto('deliveries').values(rows).returning(['id', 'device_id']),
);
