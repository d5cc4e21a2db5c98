import { createHash } from 'node:crypto';
import { PUSH_DEVICES_AT_MOST, type PushDevice } from '@semaforo/contract/api/push';
import type { Kysely, Selectable } from 'kysely';
import { type AuditContext, appendAudit } from '../../../database/audit-trail.ts';
import { isUniqueViolation } from '../../../database/constraint-errors.ts';
import type { PushDevicesTable } from '../../../database/schema/push.ts';
import type { Database } from '../../../database/schema.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { BrowserKeys } from './encrypt-push.ts';

/** A browser's address at its maker's push service, with the keys it gave. */
export type Browser = BrowserKeys & { endpoint: string };

type StoredDevice = Selectable<PushDevicesTable>;

export type NewPushDevice = Omit<StoredDevice, 'id' | 'added_at'>;

export type BrowsersRepository = ReturnType<typeof createBrowsersRepository>;

/** The browsers that show what users are told of. */
export function createBrowsersRepository(db: Kysely<Database>) {
  return {
    listOf: async (userId: number): Promise<PushDevice[]> => {
      const own = db.selectFrom('push_devices').selectAll().where('user_id', '=', userId);
      return (await own.orderBy('id').execute()).map(toRecord);
    },
    /** Where to send to it; undefined when it is gone. */
    findById: (id: number): Promise<Browser | undefined> =>
      db
        .selectFrom('push_devices')
        .select(['endpoint', 'p256dh', 'auth'])
        .where('id', '=', id)
        .executeTakeFirst(),
    /** Adds it, or takes what is new of it; undefined, and nothing is stored, when the user has too many. */
    add: async (device: NewPushDevice, act: AuditContext): Promise<PushDevice | undefined> => {
      const once = () => db.transaction().execute((transaction) => add(transaction, device, act));
      try {
        return await once();
      } catch (error) {
        // Another request of the same browser was a moment earlier: now it is there.
        if (isUniqueViolation(error)) return once();
        throw error;
      }
    },
    /** False when the user has none such. */
    remove: (
      { id, userId }: { id: number; userId: number },
      { at, author }: AuditContext,
    ): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const removed = await transaction
          .deleteFrom('push_devices')
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .returning('name')
          .executeTakeFirst();
        if (!removed) return false;
        await appendAudit(transaction, { at, author, action: 'push.remove', before: removed });
        return true;
      }),
    /** It has taken its address back. */
    forget: async (id: number): Promise<void> => {
      await db.deleteFrom('push_devices').where('id', '=', id).execute();
    },
    /** Removes those whose session was ended by somebody: by log-out, from another one, with the password. */
    removeEnded: async (): Promise<void> => {
      await db
        .deleteFrom('push_devices')
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('sessions')
              .select('sessions.id')
              .whereRef('sessions.id', '=', 'push_devices.session_id')
              .where('ended_by', 'in', ['user', 'admin', 'password']),
          ),
        )
        .execute();
    },
  };
}

/** A browser is one device, whoever it was before: what another user was told of there ends. */
async function add(
  db: Kysely<Database>,
  device: NewPushDevice,
  { at, author }: AuditContext,
): Promise<PushDevice | undefined> {
  const former = await db
    .selectFrom('push_devices')
    .select(['id', 'user_id'])
    .where('endpoint', '=', device.endpoint)
    .executeTakeFirst();
  if (former?.user_id === device.user_id) {
    const { name, ...renewed } = device;
    const own = db.updateTable('push_devices').set(renewed).where('id', '=', former.id);
    return toRecord(await own.returningAll().executeTakeFirstOrThrow());
  }
  const { count } = await db
    .selectFrom('push_devices')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('user_id', '=', device.user_id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= PUSH_DEVICES_AT_MOST) return undefined;
  if (former) await db.deleteFrom('push_devices').where('id', '=', former.id).execute();
  const added = await db
    .insertInto('push_devices')
    .values({ ...device, added_at: at })
    .returningAll()
    .executeTakeFirstOrThrow();
  await appendAudit(db, { at, author, action: 'push.add', after: { name: device.name } });
  return toRecord(added);
}

function toRecord({ id, name, added_at: addedAt, endpoint }: StoredDevice): PushDevice {
  return { id, name, added_at: isoTime(addedAt), endpoint_hash: hashOfEndpoint(endpoint) };
}

/** By what an address is known where it is not told: SHA-256 (base64url). */
export function hashOfEndpoint(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('base64url');
}
