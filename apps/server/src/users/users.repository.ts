import type { User } from '@semaforo/contract/api/users';
import type { Kysely } from 'kysely';
import { endAlertsOf } from '../database/alert-end.ts';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import { isBlocked } from '../database/commit-in-doubt.ts';
import type { Engine } from '../database/engine.ts';
import { endSchedules } from '../database/schedule-end.ts';
import type { Database } from '../database/schema.ts';
import { Secret } from '../platform/secret.ts';
import { foldAsBefore, foldUsername } from './fold-username.ts';
import { listUsersWithDevices, type UserWithDevices } from './users-with-devices.repository.ts';

export type StoredUser = User & {
  passwordHash: Secret;
  tokenVersion: number;
  /** Of a person: the user for whom they act. */
  comuneId: number | null;
};

const DELETION_TRIES = 3;

export type UsersRepository = {
  findById: (id: number) => Promise<StoredUser | undefined>;
  /** Case-insensitive. */
  findByUsername: (username: string) => Promise<StoredUser | undefined>;
  count: () => Promise<number>;
  /** By username. */
  listWithDevices: () => Promise<UserWithDevices[]>;
  /** Rejects with a unique violation when the name is taken. */
  create: (user: Pick<StoredUser, 'username' | 'passwordHash' | 'role'>, act: AuditContext) => Promise<User>;
  /**
   * Sets a password, which revokes every earlier token and ends the sessions, save the one that is kept until a new
   * end. Resolves to the new token version; to undefined for an unknown user, or when the token version of the user is
   * no longer `unlessSince`.
   */
  setPassword: (
    id: number,
    passwordHash: Secret,
    act: AuditContext & { action: string; unlessSince?: number; kept?: { id: number; expiresAt: number } },
  ) => Promise<number | undefined>;
  /**
   * Deletes a user, leaves the devices without owner, ends the alerts and cancels the active schedules. Refuses to
   * delete the last admin.
   */
  delete: (user: User, act: AuditContext) => Promise<'deleted' | 'absent' | 'last-admin'>;
  /** Stores all attempts in one transaction. */
  recordFailedLogIns: (attempts: readonly AuditContext[]) => Promise<void>;
};

export function createUsersRepository(db: Kysely<Database>, engine: Engine): UsersRepository {
  return {
    findById: async (id) =>
      toStored(await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()),
    findByUsername: async (username) => {
      const before = foldAsBefore(username);
      const rows = await db
        .selectFrom('users')
        .selectAll()
        .where('folded_username', 'in', [before, foldUsername(username)])
        .execute();
      return toStored(rows.find(({ folded_username }) => folded_username === before) ?? rows[0]);
    },
    count: async () => {
      const counted = db.selectFrom('users').select((eb) => eb.fn.countAll<number>().as('count'));
      return Number((await counted.executeTakeFirstOrThrow()).count);
    },
    listWithDevices: () => listUsersWithDevices(db),
    create: ({ username, passwordHash, role }, { author, at }) =>
      db.transaction().execute(async (transaction) => {
        const { id } = await transaction
          .insertInto('users')
          .values({
            username,
            folded_username: foldUsername(username),
            password_hash: passwordHash.reveal(),
            role,
            token_version: 1,
            created_at: at,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const after = { username, role };
        await appendAudit(transaction, { at, author, action: 'users.create', target: `user:${id}`, after });
        return { id, username, role };
      }),
    setPassword: (id, passwordHash, { author, at, action, unlessSince, kept }) =>
      db.transaction().execute(async (transaction) => {
        const update = transaction
          .updateTable('users')
          .set((eb) => ({ password_hash: passwordHash.reveal(), token_version: eb('token_version', '+', 1) }))
          .where('id', '=', id);
        const row = await (unlessSince === undefined
          ? update
          : update.where('token_version', '=', unlessSince)
        )
          .returning('token_version')
          .executeTakeFirst();
        if (!row) return undefined;
        await endSessions(transaction, id, kept);
        await appendAudit(transaction, { at, author, action, target: `user:${id}` });
        return row.token_version;
      }),
    delete: async (user, act) => {
      const once = () =>
        db.transaction().execute((transaction) => deleteUser(transaction, user, { ...act, engine }));
      for (let tries = 1; tries < DELETION_TRIES; tries += 1) {
        try {
          return await once();
        } catch (error) {
          // It touches all that a user has: an alert that takes a step meanwhile may be in its way.
          if (!isBlocked(error)) throw error;
        }
      }
      return once();
    },
    recordFailedLogIns: (attempts) =>
      db.transaction().execute(async (transaction) => {
        for (const { author, at } of attempts) {
          await appendAudit(transaction, { at, author, action: 'users.log-in-failed', outcome: 'rifiutata' });
        }
      }),
  };
}

async function endSessions(
  db: Kysely<Database>,
  userId: number,
  kept: { id: number; expiresAt: number } | undefined,
): Promise<void> {
  const open = db.updateTable('sessions').where('user_id', '=', userId).where('ended_by', 'is', null);
  await open
    .set({ ended_by: 'password' })
    .where('id', '!=', kept?.id ?? 0)
    .execute();
  if (kept) await open.set({ expires_at: kept.expiresAt }).where('id', '=', kept.id).execute();
}

async function deleteUser(
  db: Kysely<Database>,
  user: User,
  { author, at, engine }: AuditContext & { engine: Engine },
): Promise<'deleted' | 'absent' | 'last-admin'> {
  // On PostgreSQL two transactions could delete the last two admins, so the rows are locked. SQLite runs one
  // transaction at a time.
  const admins = db.selectFrom('users').select('id').where('role', '=', 'admin').orderBy('id');
  const adminIds = (await (engine === 'postgres' ? admins.forUpdate() : admins).execute()).map(
    ({ id }) => id,
  );
  if (adminIds.length === 1 && adminIds[0] === user.id) return 'last-admin';
  const reason = "L'utente è stato eliminato";
  await endAlertsOf(db, user.id, { author, at });
  await endSchedules(db, { authorId: user.id }, { author, at, outcome: 'annullata', reason });
  const { numDeletedRows } = await db.deleteFrom('users').where('id', '=', user.id).executeTakeFirst();
  if (numDeletedRows === 0n) return 'absent';
  const { username, role } = user;
  await appendAudit(db, {
    at,
    author,
    action: 'users.delete',
    target: `user:${user.id}`,
    before: { username, role },
  });
  return 'deleted';
}

type Row = Pick<StoredUser, 'id' | 'username' | 'role'> & {
  password_hash: string;
  token_version: number;
  comune_id: number | null;
};

function toStored(row: Row | undefined): StoredUser | undefined {
  if (!row) return undefined;
  const { id, username, role, password_hash, token_version, comune_id: comuneId } = row;
  return {
    id,
    username,
    role,
    passwordHash: new Secret(password_hash),
    tokenVersion: token_version,
    comuneId,
  };
}
