import type { DeviceProfile } from '@semaforo/contract/domain/device-profiles';
import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import type { NewCredentials } from './new-credentials.ts';

/** What is known of a device's credentials. Times are epoch milliseconds; never seen: null. */
export type StoredCredentials = { username: string; createdAt: number; lastSeen: number | null };

/** A log-in with the device to which it belongs. */
export type StoredLogin = {
  deviceId: number;
  username: string;
  passwordHash: string;
  key: string;
  profile: DeviceProfile;
};

/** A log-in as Mosquitto needs it. `sealedPassword`: the encrypted password while its plugin does not have it. */
export type MosquittoLogin = StoredLogin & { mosquittoHash: string; sealedPassword: string | null };

/** What usernames of devices are of this installation: those with its tag, and some from before it had one. */
export type Installation = { tag: string; untagged: ReadonlySet<string> };

export type CredentialsRepository = {
  find: (deviceId: number) => Promise<StoredCredentials | undefined>;
  /** What is known of the credentials of a user's devices, or of those without an owner; by device id. */
  listOf: (ownerId: number | null) => Promise<(StoredCredentials & { deviceId: number })[]>;
  /**
   * Stores new credentials in place of the old ones. Rejects with a foreign key violation when the device is gone.
   * `sealedPassword` is kept until `forgetPassword`.
   */
  put: (
    deviceId: number,
    credentials: Omit<NewCredentials, 'password'> & { sealedPassword: string | null },
    act: AuditContext,
  ) => Promise<void>;
  /** Ends the credentials of a device; false when it has none. */
  delete: (deviceId: number, act: AuditContext) => Promise<boolean>;
  /** The log-ins of those devices, or of all. */
  listLogins: (deviceIds?: readonly number[]) => Promise<MosquittoLogin[]>;
  /** The log-ins with those usernames. */
  findLogins: (usernames: readonly string[]) => Promise<MosquittoLogin[]>;
  installation: () => Promise<Installation>;
  /** Mosquitto has the password that is stored with this hash. */
  forgetPassword: (deviceId: number, passwordHash: string) => Promise<void>;
  /** Stores when log-ins were last seen (epoch ms by username). */
  saveSeen: (seen: ReadonlyMap<string, number>) => Promise<void>;
  /** Another number after every committed change of a log-in, by whichever server. Only on PostgreSQL. */
  version: () => Promise<number>;
};

export function createCredentialsRepository(db: Kysely<Database>): CredentialsRepository {
  return {
    find: async (deviceId) => {
      const row = await db
        .selectFrom('device_credentials')
        .select(['username', 'created_at as createdAt', 'last_seen as lastSeen'])
        .where('device_id', '=', deviceId)
        .executeTakeFirst();
      return row;
    },
    listOf: (ownerId) =>
      db
        .selectFrom('device_credentials')
        .innerJoin('devices', 'devices.id', 'device_credentials.device_id')
        .select([
          'device_id as deviceId',
          'device_credentials.username',
          'device_credentials.created_at as createdAt',
          'device_credentials.last_seen as lastSeen',
        ])
        .where('devices.owner_id', 'is not distinct from', ownerId)
        .orderBy('device_id')
        .execute(),
    put: (deviceId, credentials, act) =>
      db.transaction().execute((transaction) => put(transaction, { deviceId, ...credentials }, act)),
    delete: (deviceId, { author, at }) =>
      db.transaction().execute(async (transaction) => {
        const ended = await transaction
          .deleteFrom('device_credentials')
          .where('device_id', '=', deviceId)
          .returning('username')
          .executeTakeFirst();
        if (!ended) return false;
        const target = `device:${deviceId}`;
        await appendAudit(transaction, { at, author, action: 'credentials.revoke', target, before: ended });
        return true;
      }),
    listLogins: async (deviceIds) => {
      if (deviceIds === undefined) return selectLogins(db).execute();
      return readInChunks(deviceIds, (ids) => selectLogins(db).where('device_id', 'in', ids).execute());
    },
    findLogins: (usernames) =>
      readInChunks(usernames, (names) => selectLogins(db).where('username', 'in', names).execute()),
    installation: async () => {
      const { tag } = await db.selectFrom('installation').select('tag').executeTakeFirstOrThrow();
      const untagged = await db.selectFrom('untagged_device_logins').select('username').execute();
      return { tag, untagged: new Set(untagged.map(({ username }) => username)) };
    },
    forgetPassword: async (deviceId, passwordHash) => {
      await db
        .updateTable('device_credentials')
        .set({ sealed_password: null })
        .where('device_id', '=', deviceId)
        .where('password_hash', '=', passwordHash)
        .execute();
    },
    saveSeen: async (seen) => {
      for (const chunk of inChunks([...seen])) {
        await db.transaction().execute(async (transaction) => {
          for (const [username, at] of chunk) {
            await transaction
              .updateTable('device_credentials')
              .set({ last_seen: at })
              .where('username', '=', username)
              .execute();
          }
        });
      }
    },
    version: async () => {
      const row = await db
        .selectFrom('device_credentials_version')
        .select('version')
        .executeTakeFirstOrThrow();
      return row.version;
    },
  };
}

async function put(
  db: Kysely<Database>,
  credentials: Omit<NewCredentials, 'password'> & { deviceId: number; sealedPassword: string | null },
  { author, at }: AuditContext,
): Promise<void> {
  const { deviceId, username } = credentials;
  const target = `device:${deviceId}`;
  const before = await db
    .selectFrom('device_credentials')
    .select('username')
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  const stored = {
    username,
    password_hash: credentials.passwordHash,
    mosquitto_hash: credentials.mosquittoHash,
    sealed_password: credentials.sealedPassword,
    created_at: at,
    last_seen: null,
  };
  await db
    .insertInto('device_credentials')
    .values({ device_id: deviceId, ...stored })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(stored))
    .execute();
  const action = before ? 'credentials.rotate' : 'credentials.make';
  await appendAudit(db, { at, author, action, target, before, after: { username } });
}

async function readInChunks<Key>(
  keys: readonly Key[],
  read: (some: readonly Key[]) => Promise<MosquittoLogin[]>,
): Promise<MosquittoLogin[]> {
  const found: MosquittoLogin[] = [];
  for (const some of inChunks(keys)) found.push(...(await read(some)));
  return found;
}

function selectLogins(db: Kysely<Database>) {
  return db
    .selectFrom('device_credentials')
    .innerJoin('devices', 'devices.id', 'device_credentials.device_id')
    .select([
      'device_id as deviceId',
      'username',
      'password_hash as passwordHash',
      'mosquitto_hash as mosquittoHash',
      'sealed_password as sealedPassword',
      'devices.topic as key',
      'devices.profile',
    ])
    .orderBy('device_id');
}
