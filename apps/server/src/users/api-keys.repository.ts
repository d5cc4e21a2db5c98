import type { ApiKey } from '@semaforo/contract/api/api-keys';
import type { KeyScope } from '@semaforo/contract/domain/key-scope';
import type { Kysely, Selectable } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import { inChunks } from '../database/in-chunks.ts';
import type { ApiKeysTable } from '../database/schema/api-keys.ts';
import type { Database } from '../database/schema.ts';
import { type Actor, toActor } from '../platform/actor.ts';
import { isoTime } from '../platform/clock.ts';

export type NewApiKey = {
  name: string;
  keyHash: string;
  scopes: readonly KeyScope[];
  userId: number;
  deviceIds: readonly number[] | null;
  groupId: number | null;
  expiresAt: number | null;
};

/** A key as it is used: who acts with it, how long (epoch ms; null: for ever) and when it was last used. */
export type StoredApiKey = { actor: Actor; expiresAt: number | null; lastUsed: number | null };

/** Keys of programs; only their hashes are stored. */
export function createApiKeysRepository(db: Kysely<Database>) {
  const list = () =>
    db
      .selectFrom('api_keys')
      .innerJoin('users', 'users.id', 'api_keys.user_id')
      .leftJoin('device_groups', 'device_groups.id', 'api_keys.group_id')
      .selectAll('api_keys')
      .select(['users.username', 'device_groups.name as group'])
      .orderBy('api_keys.id');

  return {
    list: async (): Promise<ApiKey[]> => (await list().execute()).map(toRecord),
    count: async (): Promise<number> => {
      const counted = db.selectFrom('api_keys').select(({ fn }) => fn.countAll<number>().as('count'));
      return Number((await counted.executeTakeFirstOrThrow()).count);
    },
    /** Whose group it is; undefined when there is none such. */
    ownerOfGroup: async (id: number): Promise<number | undefined> => {
      const group = db.selectFrom('device_groups').select('owner_id').where('id', '=', id);
      return (await group.executeTakeFirst())?.owner_id;
    },
    /** The owner of each device, null: it has none; undefined when there is no such device. */
    ownersOfDevices: async (ids: readonly number[]): Promise<(number | null | undefined)[]> => {
      const owners = new Map<number, number | null>();
      for (const some of inChunks(ids)) {
        const rows = db.selectFrom('devices').select(['id', 'owner_id']).where('id', 'in', some);
        for (const { id, owner_id } of await rows.execute()) owners.set(id, owner_id);
      }
      return ids.map((id) => owners.get(id));
    },
    /** Resolves to its id. */
    create: (key: NewApiKey, { at, author }: AuditContext): Promise<number> =>
      db.transaction().execute(async (transaction) => {
        const { name, scopes, userId, deviceIds, groupId, expiresAt } = key;
        const { id } = await transaction
          .insertInto('api_keys')
          .values({
            ...{ name, key_hash: key.keyHash, scopes: JSON.stringify(scopes), user_id: userId },
            ...{ device_ids: deviceIds && JSON.stringify(deviceIds), group_id: groupId },
            ...{ created_at: at, created_by: author.username, expires_at: expiresAt, last_used: null },
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const after = { name, scopes, userId, devices: deviceIds?.length ?? null, groupId };
        await appendAudit(transaction, { at, author, action: 'keys.create', target: `key:${id}`, after });
        return id;
      }),
    /** Resolves to whose key it was; undefined when there was none. */
    revoke: (id: number, { at, author }: AuditContext): Promise<number | undefined> =>
      db.transaction().execute(async (transaction) => {
        const revoked = await transaction
          .deleteFrom('api_keys')
          .where('id', '=', id)
          .returning(['name', 'user_id'])
          .executeTakeFirst();
        if (!revoked) return undefined;
        const before = { name: revoked.name };
        await appendAudit(transaction, { at, author, action: 'keys.revoke', target: `key:${id}`, before });
        return revoked.user_id;
      }),
    find: async (keyHash: string): Promise<StoredApiKey | undefined> => {
      const row = await db
        .selectFrom('api_keys')
        .innerJoin('users', 'users.id', 'api_keys.user_id')
        .select(['users.id', 'username', 'role', 'comune_id', 'duty'])
        .select(['api_keys.id as key', 'name', 'scopes', 'device_ids', 'group_id', 'expires_at', 'last_used'])
        .where('key_hash', '=', keyHash)
        .executeTakeFirst();
      if (!row) return undefined;
      const members = row.group_id === null ? null : await membersOf(db, row.group_id);
      const deviceIds =
        members ?? (row.device_ids === null ? null : (JSON.parse(row.device_ids) as number[]));
      return {
        actor: {
          ...toActor(row),
          username: row.name,
          key: { id: row.key, scopes: JSON.parse(row.scopes) as KeyScope[] },
          ...(deviceIds && { devices: new Set(deviceIds) }),
        },
        expiresAt: row.expires_at,
        lastUsed: row.last_used,
      };
    },
    touch: async (id: number, at: number): Promise<void> => {
      await db.updateTable('api_keys').set({ last_used: at }).where('id', '=', id).execute();
    },
  };
}

export type ApiKeysRepository = ReturnType<typeof createApiKeysRepository>;

async function membersOf(db: Kysely<Database>, groupId: number): Promise<number[]> {
  const members = db.selectFrom('device_group_members').select('device_id').where('group_id', '=', groupId);
  return (await members.execute()).map(({ device_id }) => device_id);
}

type Row = Omit<Selectable<ApiKeysTable>, 'key_hash'> & { username: string; group: string | null };

function toRecord(row: Row): ApiKey {
  const { id, name, user_id, username, group_id, group, created_by } = row;
  return {
    ...{ id, name, user_id, username, group_id, group, created_by },
    scopes: JSON.parse(row.scopes) as KeyScope[],
    device_ids: row.device_ids === null ? null : (JSON.parse(row.device_ids) as number[]),
    created_at: isoTime(row.created_at),
    expires_at: isoTime(row.expires_at),
    last_used: isoTime(row.last_used),
  };
}
