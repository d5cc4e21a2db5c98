import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit, PROGRAM } from '../database/audit-trail.ts';
import type { Database } from '../database/schema.ts';
import type { Actor } from '../platform/actor.ts';

/** A backup that this database was restored from; times are epoch milliseconds. */
type Restore = { id: number; madeAt: number; restoredAt: number };

/** Leaves the mark by which a server knows that its database was restored from a backup. */
export async function markRestored(
  db: Kysely<Database>,
  { madeAt, at }: { madeAt: number; at: number },
): Promise<void> {
  await db.insertInto('restores').values({ made_at: madeAt, restored_at: at, started_at: null }).execute();
  await appendAudit(db, { at, author: PROGRAM, action: 'backups.restore', after: { madeAt } });
}

export type RestoresRepository = {
  /** To be called at each start: notes the first one after a restore. Resolves to the newest of those. */
  noteStart: (now: number) => Promise<number | undefined>;
  /** The newest restore, unless that user, or an admin, has looked at the lamps since. */
  findHeld: (userId: number | null) => Promise<Restore | undefined>;
  /** An admin resumes for all, a user for the own devices. */
  resume: (restore: Restore, actor: Actor, act: AuditContext) => Promise<void>;
};

export function createRestoresRepository(db: Kysely<Database>): RestoresRepository {
  return {
    noteStart: async (now) => {
      await db.updateTable('restores').set({ started_at: now }).where('started_at', 'is', null).execute();
      const newest = db.selectFrom('restores').select('started_at').orderBy('id', 'desc').limit(1);
      return (await newest.executeTakeFirst())?.started_at ?? undefined;
    },
    findHeld: async (userId) => {
      const row = await db
        .selectFrom('restores')
        .select(['id', 'made_at', 'restored_at'])
        .select((eb) =>
          eb
            .selectFrom('restore_resumptions')
            .select((count) => count.fn.countAll<number>().as('count'))
            .whereRef('restore_id', '=', 'restores.id')
            .where((of) => of.or([of('user_id', 'is', null), of('user_id', '=', userId)]))
            .as('resumptions'),
        )
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (!row || Number(row.resumptions) > 0) return undefined;
      return { id: row.id, madeAt: row.made_at, restoredAt: row.restored_at };
    },
    resume: ({ id, madeAt }, actor, { author, at }) =>
      db.transaction().execute(async (transaction) => {
        const userId = actor.role === 'admin' ? null : actor.id;
        await transaction
          .insertInto('restore_resumptions')
          .values({ restore_id: id, user_id: userId, at })
          .execute();
        await appendAudit(transaction, { at, author, action: 'backups.resume', after: { madeAt } });
      }),
  };
}
