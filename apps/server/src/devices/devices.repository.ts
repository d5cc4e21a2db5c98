import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import type { Database } from '../database/schema.ts';
import type { KnownDevice } from './known-device.ts';

export type DevicesRepository = {
  listAll: () => Promise<KnownDevice[]>;
  /**
   * Stores a new device; rejects with a unique or foreign key violation when its topic is taken or its owner unknown.
   */
  create: (device: Omit<KnownDevice, 'id'>, act: AuditContext) => Promise<KnownDevice>;
  /**
   * Stores a changed device; rejects like `create`. With `forgetState` what the device last said goes: it is now
   * another one.
   */
  update: (
    device: KnownDevice,
    change: AuditContext & { before: KnownDevice; forgetState: boolean },
  ) => Promise<void>;
  delete: (device: KnownDevice, act: AuditContext) => Promise<void>;
  /** The names of all users by their id. */
  usernames: () => Promise<Map<number, string>>;
  /** False for a person, whose devices are those of their Comune, and for a user who is not there. */
  mayOwn: (userId: number) => Promise<boolean>;
};

export function createDevicesRepository(db: Kysely<Database>): DevicesRepository {
  return {
    listAll: async () => {
      const rows = await db.selectFrom('devices').selectAll().execute();
      return rows.map(({ id, topic, name, type, profile, latitude, longitude, owner_id: ownerId }) => ({
        id,
        topic,
        name,
        type,
        profile,
        latitude,
        longitude,
        ownerId,
      }));
    },
    create: (device, { author, at }) =>
      db.transaction().execute(async (transaction) => {
        const { id } = await transaction
          .insertInto('devices')
          .values({ ...toRow(device), created_at: at })
          .returning('id')
          .executeTakeFirstOrThrow();
        const created = { ...device, id };
        const target = `device:${id}`;
        await appendAudit(transaction, { at, author, action: 'devices.create', target, after: created });
        return created;
      }),
    update: (device, { author, at, before, forgetState }) =>
      db.transaction().execute(async (transaction) => {
        const moved = before.topic === device.topic ? {} : { topic_twin: 0 };
        const row = { ...toRow(device), ...moved };
        await transaction.updateTable('devices').set(row).where('id', '=', device.id).execute();
        if (forgetState) {
          await transaction.deleteFrom('device_states').where('device_id', '=', device.id).execute();
        }
        const target = `device:${device.id}`;
        await appendAudit(transaction, {
          at,
          author,
          action: 'devices.update',
          target,
          before,
          after: device,
        });
      }),
    delete: (device, { author, at }) =>
      db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('devices').where('id', '=', device.id).execute();
        const target = `device:${device.id}`;
        await appendAudit(transaction, { at, author, action: 'devices.delete', target, before: device });
      }),
    mayOwn: async (id) => {
      const user = db.selectFrom('users').select('id').where('id', '=', id).where('comune_id', 'is', null);
      return (await user.executeTakeFirst()) !== undefined;
    },
    usernames: async () => {
      const owners = db.selectFrom('users').select(['id', 'username']).where('comune_id', 'is', null);
      const users = await owners.execute();
      return new Map(users.map(({ id, username }) => [id, username]));
    },
  };
}

function toRow({ topic, name, type, profile, latitude, longitude, ownerId }: Omit<KnownDevice, 'id'>) {
  return { topic, name, type, profile, latitude, longitude, owner_id: ownerId };
}
