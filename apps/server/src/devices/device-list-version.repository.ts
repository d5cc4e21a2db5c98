import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';

/** Says whether the list of devices changed, by whichever server. Only on PostgreSQL: SQLite has one server. */
export type DeviceListVersionRepository = {
  /** Another number after every committed change of a device. */
  current: () => Promise<number>;
};

export function createDeviceListVersionRepository(db: Kysely<Database>): DeviceListVersionRepository {
  return {
    current: async () => {
      const row = await db.selectFrom('device_list_version').select('version').executeTakeFirstOrThrow();
      return row.version;
    },
  };
}
