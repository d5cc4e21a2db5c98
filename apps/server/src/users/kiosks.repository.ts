import { KIOSKS_AT_MOST, type Kiosk } from '@semaforo/contract/api/kiosks';
import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import type { Database } from '../database/schema.ts';
import { isoTime } from '../platform/clock.ts';

type NewKiosk = { name: string; user: { id: number; username: string }; expiresAt: number };

/** The sessions of walls. A user of undefined is anybody. */
export type KiosksRepository = {
  /** The open ones, the newest first. */
  list: (userId: number | undefined, now: number) => Promise<Kiosk[]>;
  /** Undefined, and nothing is stored, when the user has too many. */
  create: (kiosk: NewKiosk, act: AuditContext) => Promise<Kiosk | undefined>;
  /** Resolves to whose wall has ended; undefined when there is none such. */
  revoke: (
    kiosk: { id: number; userId: number | undefined },
    act: AuditContext,
  ) => Promise<number | undefined>;
};

export function createKiosksRepository(db: Kysely<Database>): KiosksRepository {
  return {
    list: async (userId, now) => (await openKiosks(db, userId, now).execute()).map(toRecord),
    create: (kiosk, act) => db.transaction().execute((transaction) => create(transaction, kiosk, act)),
    revoke: ({ id, userId }, { at, author }) =>
      db.transaction().execute(async (transaction) => {
        const [found] = await openKiosks(transaction, userId, at).where('sessions.id', '=', id).execute();
        if (!found) return undefined;
        await transaction.updateTable('sessions').set({ ended_by: 'user' }).where('id', '=', id).execute();
        const { name, user_id, username } = found;
        const [target, before] = [`wall:${id}`, { name, username }];
        await appendAudit(transaction, { at, author, action: 'walls.revoke', target, before });
        return user_id;
      }),
  };
}

async function create(
  db: Kysely<Database>,
  { name, user, expiresAt }: NewKiosk,
  { at, author }: AuditContext,
): Promise<Kiosk | undefined> {
  if ((await openKiosks(db, user.id, at).execute()).length >= KIOSKS_AT_MOST) return undefined;
  const { id } = await db
    .insertInto('sessions')
    .values({
      ...{ user_id: user.id, created_at: at, last_seen: 0, expires_at: expiresAt, wall_name: name },
      ...{ address: author.address ?? '', user_agent: null, from_known_browser: 0, ended_by: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { username } = user;
  const [target, after] = [`wall:${id}`, { name, username }];
  await appendAudit(db, { at, author, action: 'walls.create', target, after });
  return toRecord({ id, name, user_id: user.id, username, created_at: at, last_seen: 0 });
}

/** Those that neither a person nor a new password nor time has ended. */
function openKiosks(db: Kysely<Database>, userId: number | undefined, now: number) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'wall_name as name', 'user_id', 'username', 'sessions.created_at', 'last_seen'])
    .where('wall_name', 'is not', null)
    .where('ended_by', 'is', null)
    .where('expires_at', '>', now)
    .$if(userId !== undefined, (kiosks) => kiosks.where('user_id', '=', Number(userId)))
    .orderBy('sessions.id', 'desc');
}

type Row = {
  id: number;
  name: string | null;
  user_id: number;
  username: string;
  created_at: number;
  last_seen: number;
};

function toRecord({ id, name, user_id: userId, username, created_at, last_seen }: Row): Kiosk {
  const lastSeen = last_seen === 0 ? null : isoTime(last_seen);
  return { id, name: name ?? '', userId, username, created_at: isoTime(created_at), last_seen: lastSeen };
}
