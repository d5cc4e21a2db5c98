import type { Kysely } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';

/** The zones of users, and those of devices that have one of their own. */
export type Zones = { ofUsers: Map<number, Set<string>>; ofDevices: Map<number, string> };

/** The zones of everybody. */
export function readAllZones(db: Kysely<Database>): Promise<Zones> {
  return toZones([selectOfUsers(db).execute()], [selectOfDevices(db).execute()]);
}

/** The zones of these users and of their devices. */
export function readZonesOf(db: Kysely<Database>, ownerIds: readonly number[]): Promise<Zones> {
  const chunks = [...inChunks([...new Set(ownerIds)])];
  return toZones(
    chunks.map((some) => selectOfUsers(db).where('user_id', 'in', some).execute()),
    chunks.map((some) => selectOfDevices(db).where('devices.owner_id', 'in', some).execute()),
  );
}

async function toZones(
  users: Promise<{ user_id: number; zone_code: string }[]>[],
  devices: Promise<{ device_id: number; zone_code: string }[]>[],
): Promise<Zones> {
  const ofUsers = new Map<number, Set<string>>();
  for (const { user_id, zone_code } of (await Promise.all(users)).flat()) {
    ofUsers.set(user_id, (ofUsers.get(user_id) ?? new Set()).add(zone_code));
  }
  const ofDevices = (await Promise.all(devices)).flat();
  return { ofUsers, ofDevices: new Map(ofDevices.map((row) => [row.device_id, row.zone_code])) };
}

function selectOfUsers(db: Kysely<Database>) {
  return db.selectFrom('user_zones').select(['user_id', 'zone_code']);
}

function selectOfDevices(db: Kysely<Database>) {
  return db
    .selectFrom('device_zones')
    .innerJoin('devices', 'devices.id', 'device_zones.device_id')
    .select(['device_zones.device_id', 'device_zones.zone_code']);
}
