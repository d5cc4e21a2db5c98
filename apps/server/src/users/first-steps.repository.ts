import type { FirstSteps } from '@semaforo/contract/api/first-steps';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';

/** That of an account whose password is still the one with which it was made. */
const FIRST_TOKEN_VERSION = 1;

/** How far a new console has come, as this admin sees it: by what is stored, not by what was clicked. */
export type FirstStepsRepository = { read: (adminId: number) => Promise<FirstSteps> };

export function createFirstStepsRepository(db: Kysely<Database>): FirstStepsRepository {
  return {
    read: async (adminId) => {
      const admin = await db
        .selectFrom('users')
        .select('token_version')
        .where('id', '=', adminId)
        .executeTakeFirst();
      const town = await db
        .selectFrom('users')
        .select(['id', 'username'])
        .where('role', '=', 'user')
        .where('comune_id', 'is', null)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      const [device, second] = await db
        .selectFrom('devices')
        .leftJoin('device_states', 'device_states.device_id', 'devices.id')
        .select(['devices.id', 'name', 'topic', 'heard_at'])
        .orderBy((eb) => eb.case().when('heard_at', 'is', null).then(1).else(0).end())
        .orderBy('devices.id')
        .limit(2)
        .execute();
      const confirmed = await db
        .selectFrom('deliveries')
        .select('id')
        .where('state', '=', 'confermato')
        .limit(1)
        .executeTakeFirst();
      return {
        passwordChanged: (admin?.token_version ?? FIRST_TOKEN_VERSION) > FIRST_TOKEN_VERSION,
        town: town ?? null,
        device: device
          ? { id: device.id, name: device.name, topic: device.topic, heard: device.heard_at !== null }
          : null,
        lampConfirmed: confirmed !== undefined,
        severalHeard: (second?.heard_at ?? null) !== null,
      };
    },
  };
}
