import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../../database/audit-trail.ts';
import type { Database } from '../../database/schema.ts';

/** What people noted of a device. `changedAt` is in epoch milliseconds. */
export type DeviceNotes = { text: string; changedAt: number; changedBy: string };

export type DeviceNotesRepository = {
  find: (deviceId: number) => Promise<DeviceNotes | undefined>;
  /** Replaces the notes, with an audit row; an empty text removes them. */
  save: (deviceId: number, text: string, act: AuditContext) => Promise<void>;
};

export function createDeviceNotesRepository(db: Kysely<Database>): DeviceNotesRepository {
  const find = (deviceId: number, from: Kysely<Database> = db) =>
    from
      .selectFrom('device_notes')
      .select(['text', 'changed_at as changedAt', 'changed_by as changedBy'])
      .where('device_id', '=', deviceId)
      .executeTakeFirst();
  return {
    find: (deviceId) => find(deviceId),
    save: (deviceId, text, { author, at }) =>
      db.transaction().execute(async (transaction) => {
        const before = (await find(deviceId, transaction))?.text ?? '';
        if (before === text) return;
        const row = { text, changed_at: at, changed_by: author.username };
        if (text === '') {
          await transaction.deleteFrom('device_notes').where('device_id', '=', deviceId).execute();
        } else {
          await transaction
            .insertInto('device_notes')
            .values({ device_id: deviceId, ...row })
            .onConflict((conflict) => conflict.column('device_id').doUpdateSet(row))
            .execute();
        }
        const target = `device:${deviceId}`;
        await appendAudit(transaction, { at, author, action: 'devices.note', target, before, after: text });
      }),
  };
}
