import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import type { OpenedBy } from '../database/schema/sessions.ts';
import type { Database } from '../database/schema.ts';

/** Of one user: more than a town hall has browsers, and as many as a user has sockets (docs/rules.md#sessions). */
export const OPEN_AT_MOST = 200;
const USER_AGENT_MAX_LENGTH = 300;

export type OpenedSession = {
  userId: number;
  userAgent: string | undefined;
  fromKnownBrowser: boolean;
  expiresAt: number;
  by: OpenedBy;
  /** An admin's password where persons log in by OpenID Connect. */
  isEmergency: boolean;
};

/**
 * Stores a session and its log-in, to be called in a transaction. Returns its id and those of the sessions that it
 * ended because there were too many.
 */
export async function openSession(
  db: Kysely<Database>,
  session: OpenedSession,
  { author, at }: AuditContext,
): Promise<{ id: number; ended: number[] }> {
  const { userId, userAgent, fromKnownBrowser, expiresAt } = session;
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('expires_at', '<=', at).execute();
  const { id } = await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      created_at: at,
      last_seen: at,
      expires_at: expiresAt,
      address: author.address ?? '',
      user_agent: userAgent?.slice(0, USER_AGENT_MAX_LENGTH) ?? null,
      from_known_browser: fromKnownBrowser ? 1 : 0,
      wall_name: null,
      ended_by: null,
      opened_by: session.by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ended = await endOldest(db, userId, id);
  const after = {
    ...(ended.length > 0 && { endedSessions: ended.length }),
    ...(session.by !== 'password' && { by: session.by }),
    ...(session.isEmergency && { by: 'emergency-password' }),
  };
  const isPlain = Object.keys(after).length === 0;
  await appendAudit(db, { at, author, action: 'users.log-in', ...(!isPlain && { after }) });
  return { id, ended };
}

/** Leaves the newest session and those that were used last. Returns the ids of those that it ended. */
async function endOldest(db: Kysely<Database>, userId: number, newest: number): Promise<number[]> {
  const surplus = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('ended_by', 'is', null)
    .where('wall_name', 'is', null)
    .where('id', '!=', newest)
    .orderBy('last_seen', 'desc')
    .orderBy('id', 'desc')
    .offset(OPEN_AT_MOST - 1)
    // SQLite has no offset without a limit.
    .limit(OPEN_AT_MOST)
    .execute();
  const ended = surplus.map(({ id }) => id);
  if (ended.length > 0)
    await db.updateTable('sessions').set({ ended_by: 'newer' }).where('id', 'in', ended).execute();
  return ended;
}
