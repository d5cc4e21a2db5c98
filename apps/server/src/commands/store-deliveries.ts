import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import type { Insertable, Kysely } from 'kysely';
import { compileOnceForRows } from '../database/compile-once.ts';
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

/** Stores the deliveries of commands, in their order; returns the id of each by command and device. */
export async function storeDeliveries(
  db: Kysely<Database>,
  commands: readonly { commandId: number; createdAt: number; deliveries: readonly DeliveryIntent[] }[],
): Promise<Map<number, Map<number, number>>> {
  const stored = new Map(commands.map(({ commandId }) => [commandId, new Map<number, number>()]));
  const slices = createTimeSlices();
  const all = commands.flatMap(({ commandId, createdAt, deliveries }) =>
    deliveries.map((delivery) => ({ commandId, createdAt, delivery })),
  );
  for (const some of inChunks(all)) {
    await slices.yieldToEventLoop();
    const rows = some.map(({ commandId, createdAt, delivery }) => ({
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
    for (const { id, command_id, device_id } of await insertDeliveries(db, rows)) {
      if (device_id !== null) stored.get(command_id)?.set(device_id, id);
    }
  }
  return stored;
}

const insertDeliveries = compileOnceForRows((db, rows: readonly Insertable<Database['deliveries']>[]) =>
  db.insertInto('deliveries').values(rows).returning(['id', 'command_id', 'device_id']),
);
