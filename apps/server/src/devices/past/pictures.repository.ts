import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../../database/audit-trail.ts';
import type { Database } from '../../database/schema.ts';

/** Pictures of the places of devices; times are epoch milliseconds. */
export type PicturesRepository = {
  find: (deviceId: number) => Promise<Buffer | undefined>;
  changedAt: (deviceId: number) => Promise<number | undefined>;
  /** Replaces the picture, or takes it away (undefined), with an audit row. */
  save: (deviceId: number, jpeg: Buffer | undefined, act: AuditContext) => Promise<void>;
};

export function createPicturesRepository(db: Kysely<Database>): PicturesRepository {
  return {
    find: async (deviceId) => {
      const row = await db
        .selectFrom('device_pictures')
        .select('jpeg')
        .where('device_id', '=', deviceId)
        .executeTakeFirst();
      return row && Buffer.from(row.jpeg, 'base64');
    },
    changedAt: async (deviceId) => {
      const row = await db
        .selectFrom('device_pictures')
        .select('changed_at')
        .where('device_id', '=', deviceId)
        .executeTakeFirst();
      return row?.changed_at;
    },
    save: (deviceId, jpeg, { author, at }) =>
      db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('device_pictures').where('device_id', '=', deviceId).execute();
        if (jpeg) {
          const row = { device_id: deviceId, jpeg: jpeg.toString('base64'), changed_at: at };
          await transaction.insertInto('device_pictures').values(row).execute();
        }
        await appendAudit(transaction, {
          ...{ at, author, action: 'devices.picture', target: `device:${deviceId}` },
          after: { bytes: jpeg?.length ?? 0 },
        });
      }),
  };
}
