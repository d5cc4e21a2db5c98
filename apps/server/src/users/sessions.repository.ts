import type { Role } from '@semaforo/contract/api/users';
import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import { compileOnce } from '../database/compile-once.ts';
import { inChunks } from '../database/in-chunks.ts';
import type { OpenedBy, SessionsTable } from '../database/schema/sessions.ts';
import type { Database } from '../database/schema.ts';
import { type Actor, toActor } from '../platform/actor.ts';
import { OPEN_AT_MOST, type OpenedSession, openSession } from './open-session.ts';
import { hasPasskey } from './second-factors.repository.ts';

/** A session as stored, of a user as stored now. */
export type StoredSession = {
  actor: Actor;
  tokenVersion: number;
  lastSeen: number;
  expiresAt: number;
  /** The name of a wall; null: a person's session. */
  wall: string | null;
  endedBy: SessionsTable['ended_by'];
  hasSecondFactor: boolean;
  openedBy: OpenedBy;
  /** When its user last proved who they are. */
  provedAt: number;
};

type ListedSession = Pick<
  SessionsTable,
  'created_at' | 'last_seen' | 'expires_at' | 'address' | 'user_agent' | 'from_known_browser'
> & { id: number };

/** Times are epoch milliseconds. */
export type SessionsRepository = {
  /**
   * Stores a session and its log-in, and forgets the user's expired ones. Of more than `OPEN_AT_MOST` open ones those
   * end that were used longest ago. Resolves to its id and those of the ended ones.
   */
  open: (session: OpenedSession, act: AuditContext) => Promise<{ id: number; ended: number[] }>;
  /** One look-up by primary keys. Undefined when there is no such session, as when its user was deleted. */
  find: (id: number) => Promise<StoredSession | undefined>;
  /** Role and token version of the users of those sessions that are open, by session. */
  findOpen: (ids: readonly number[]) => Promise<Map<number, { role: Role; tokenVersion: number }>>;
  /** The open sessions of a user without walls, the newest first. */
  list: (userId: number, now: number) => Promise<ListedSession[]>;
  /** Notes the use, and from which it lasts how long where that follows from its use. */
  touch: (id: number, use: { at: number; expiresAt?: number }) => Promise<void>;
  /** Notes that its user has proved again who they are. */
  prove: (id: number, act: AuditContext) => Promise<void>;
  /** Ends an open session of that user. False when there is none. */
  end: (session: { id: number; userId: number }, act: AuditContext & { action: string }) => Promise<boolean>;
  /** Ends all open sessions of the user but that one and walls. Resolves to the ids of those that ended. */
  endOthers: (session: { id: number; userId: number }, act: AuditContext) => Promise<number[]>;
};

export function createSessionsRepository(db: Kysely<Database>): SessionsRepository {
  return {
    open: (session, act) => db.transaction().execute((transaction) => openSession(transaction, session, act)),
    find: async (id) => {
      const [row] = await selectSession(db, { id });
      if (!row) return undefined;
      const { token_version: tokenVersion, last_seen: lastSeen } = row;
      const { expires_at: expiresAt, wall_name: wall, ended_by: endedBy } = row;
      const hasSecondFactor = row.confirmed_at !== null || Boolean(row.has_passkey);
      const provedAt = row.proved_at ?? row.opened_at;
      return {
        ...{ actor: toActor(row), tokenVersion, lastSeen, expiresAt, wall, endedBy, hasSecondFactor },
        ...{ openedBy: row.opened_by, provedAt },
      };
    },
    findOpen: async (ids) => {
      const open = new Map<number, { role: Role; tokenVersion: number }>();
      for (const chunk of inChunks(ids)) {
        const rows = await db
          .selectFrom('sessions')
          .innerJoin('users', 'users.id', 'sessions.user_id')
          .select(['sessions.id', 'role', 'token_version'])
          .where('sessions.id', 'in', chunk)
          .where('ended_by', 'is', null)
          .execute();
        for (const { id, role, token_version } of rows) open.set(id, { role, tokenVersion: token_version });
      }
      return open;
    },
    list: (userId, now) =>
      db
        .selectFrom('sessions')
        .select([
          'id',
          'created_at',
          'last_seen',
          'expires_at',
          'address',
          'user_agent',
          'from_known_browser',
        ])
        .where('user_id', '=', userId)
        .where('wall_name', 'is', null)
        .where('expires_at', '>', now)
        .where('ended_by', 'is', null)
        .orderBy('id', 'desc')
        .limit(OPEN_AT_MOST)
        .execute(),
    touch: async (id, { at, expiresAt }) => {
      const use = { last_seen: at, ...(expiresAt !== undefined && { expires_at: expiresAt }) };
      await db.updateTable('sessions').set(use).where('id', '=', id).execute();
    },
    prove: (id, { at, author }) =>
      db.transaction().execute(async (transaction) => {
        await transaction.updateTable('sessions').set({ proved_at: at }).where('id', '=', id).execute();
        await appendAudit(transaction, { at, author, action: 'users.prove', target: `session:${id}` });
      }),
    end: (session, act) => db.transaction().execute((transaction) => endSession(transaction, session, act)),
    endOthers: (session, { author, at }) =>
      db.transaction().execute(async (transaction) => {
        const ended = await transaction
          .updateTable('sessions')
          .set({ ended_by: 'user' })
          .where('user_id', '=', session.userId)
          .where('id', '!=', session.id)
          .where('wall_name', 'is', null)
          .where('ended_by', 'is', null)
          .where('expires_at', '>', at)
          .returning('id')
          .execute();
        const action = 'users.end-other-sessions';
        await appendAudit(transaction, { at, author, action, after: { ended: ended.length } });
        return ended.map(({ id }) => id);
      }),
  };
}

const selectSession = compileOnce((db, { id }: { id: number }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(['users.id', 'username', 'role', 'comune_id', 'duty', 'token_version', 'confirmed_at'])
    .select(['last_seen', 'expires_at', 'wall_name', 'ended_by', 'opened_by', 'proved_at'])
    .select('sessions.created_at as opened_at')
    .select(hasPasskey('users.id'))
    .where('sessions.id', '=', id),
);

async function endSession(
  db: Kysely<Database>,
  { id, userId }: { id: number; userId: number },
  { author, at, action }: AuditContext & { action: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ ended_by: 'user' })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('wall_name', 'is', null)
    .where('ended_by', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await appendAudit(db, { at, author, action, target: `session:${id}` });
  return true;
}
