import type { Device } from '@semaforo/contract/api/fields';
import type { User } from '@semaforo/contract/api/users';
import type { Kysely } from 'kysely';
import { readById } from '../database/read-by-id.ts';
import type { Database } from '../database/schema.ts';

export type UserWithDevices = User & { devices: Device[] };

/** Those that may own devices, sorted by username: persons of a Comune act for it. */
export async function listUsersWithDevices(db: Kysely<Database>): Promise<UserWithDevices[]> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'username', 'role'])
    .where('comune_id', 'is', null)
    .orderBy('folded_username')
    .execute();
  const devices = await readById(({ after, limit }) =>
    db
      .selectFrom('devices')
      .select(['id', 'topic', 'name', 'type', 'latitude', 'longitude', 'owner_id'])
      .where('owner_id', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  );
  const byOwner = new Map<number | null, Device[]>();
  for (const { owner_id, ...device } of devices) {
    const owned = byOwner.get(owner_id);
    if (owned) owned.push(device);
    else byOwner.set(owner_id, [device]);
  }
  return users.map((user) => ({ ...user, devices: byOwner.get(user.id) ?? [] }));
}
