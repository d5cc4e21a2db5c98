import type { DeviceStatus, LampDeviceType } from '@semaforo/contract/domain/channels';
import type { DeliveryState } from '@semaforo/contract/domain/delivery-state';
import { groupBy } from '@semaforo/contract/domain/group-by';
import type { TestedState } from '@semaforo/contract/domain/lamp-test';
import { type LampColor, lampsOfType } from '@semaforo/contract/domain/lamps';
import type { Kysely } from 'kysely';
import type { AuditAuthor } from '../database/audit-trail.ts';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';

/** A device in a test; `label`, `ownerId`: those of when it began. */
export type TestedDevice = {
  id: number;
  ownerId: number | null;
  label: string;
  /** What it showed before, and goes back to. */
  former: DeviceStatus;
  state: TestedState;
  /** False once it shows again what it showed, or another command counts. */
  isOpen: boolean;
};

/** A lamp that a test has commanded, and what became of it. */
export type LampResult = { lamp: LampColor; state: DeliveryState; reason: string | null };

/** Times are epoch milliseconds. */
export type StoredLampTest = {
  id: number;
  createdAt: number;
  endedAt: number | null;
  author: AuditAuthor;
  deviceType: LampDeviceType;
  afterCommand: number;
  devices: TestedDevice[];
};

/** The tests with those ids and their devices, the newest first. */
export async function readLampTests(db: Kysely<Database>, ids: readonly number[]): Promise<StoredLampTest[]> {
  const tests: StoredLampTest[] = [];
  for (const some of inChunks(ids)) {
    const rows = await db.selectFrom('lamp_tests').selectAll().where('id', 'in', some).execute();
    const devices = await db
      .selectFrom('lamp_test_devices')
      .selectAll()
      .where('test_id', 'in', some)
      .orderBy('label')
      .execute();
    for (const row of rows) {
      tests.push({
        id: row.id,
        createdAt: row.created_at,
        endedAt: row.ended_at,
        author: { id: row.author_id, username: row.username, address: row.address },
        deviceType: row.device_type,
        afterCommand: row.after_command,
        devices: devices
          .filter(({ test_id }) => test_id === row.id)
          .map(({ device_id: id, owner_id: ownerId, label, former, state, closed_at }) => ({
            ...{ id, ownerId, label, former, state },
            isOpen: closed_at === null,
          })),
      });
    }
  }
  return tests.sort((one, other) => other.id - one.id);
}

/** What the lamps of a test answered, by device, in the order in which they were commanded. */
export async function readLampResults(
  db: Kysely<Database>,
  test: Pick<StoredLampTest, 'id' | 'deviceType'>,
): Promise<Map<number, LampResult[]>> {
  const rows = await db
    .selectFrom('commands')
    .innerJoin('deliveries', 'deliveries.command_id', 'commands.id')
    .select(['deliveries.device_id', 'deliveries.value', 'deliveries.state', 'deliveries.reason'])
    .where('commands.lamp_test_id', '=', test.id)
    // The way back has a value for each device.
    .where('commands.value', 'is not', null)
    .orderBy('deliveries.id')
    .execute();
  const found: { deviceId: number; result: LampResult }[] = [];
  for (const { device_id: deviceId, value, state, reason } of rows) {
    const lamp = lampsOfType(test.deviceType).find((color) => color === value);
    if (deviceId === null || lamp === undefined) continue;
    found.push({ deviceId, result: { lamp, state, reason } });
  }
  const byDevice = groupBy(found, ({ deviceId }) => deviceId);
  return new Map([...byDevice].map(([id, own]) => [id, own.map(({ result }) => result)]));
}
