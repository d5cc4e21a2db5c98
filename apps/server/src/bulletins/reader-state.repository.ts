import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import type { Database } from '../database/schema.ts';

/** How the reading from the network goes; times are epoch milliseconds, null: never. */
export type ReaderState = {
  lastTriedAt: number | null;
  lastReadAt: number | null;
  nextTryAt: number | null;
  /** What was wrong with the last try, in Italian. */
  failure: string | null;
};

/** One state for all servers on a database: only one of them reads. */
export type ReaderStateRepository = {
  read: () => Promise<ReaderState>;
  /** After a try. A failure that is not the one of before gets an audit row. */
  save: (state: Omit<ReaderState, 'lastReadAt'>, act: AuditContext) => Promise<void>;
  /** Tells admins in the audit that the newest bulletin is too old; false when they were told of this one. */
  notifyStale: (bulletin: { id: number; name: string }, act: AuditContext) => Promise<boolean>;
};

const THE_ROW = 1;

export function createReaderStateRepository(db: Kysely<Database>): ReaderStateRepository {
  const read = (from: Kysely<Database>) =>
    from.selectFrom('bulletin_reader').selectAll().where('id', '=', THE_ROW).executeTakeFirst();
  return {
    read: async () => {
      const row = await read(db);
      return {
        lastTriedAt: row?.last_tried_at ?? null,
        lastReadAt: row?.last_read_at ?? null,
        nextTryAt: row?.next_try_at ?? null,
        failure: row?.failure ?? null,
      };
    },
    save: ({ lastTriedAt, nextTryAt, failure }, act) =>
      db.transaction().execute(async (transaction) => {
        const before = await read(transaction);
        const state = {
          last_tried_at: lastTriedAt,
          next_try_at: nextTryAt,
          failure,
          ...(failure === null && { last_read_at: lastTriedAt }),
        };
        await transaction
          .insertInto('bulletin_reader')
          .values({ id: THE_ROW, last_read_at: null, told_stale: null, ...state })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
          .execute();
        if (failure === null || failure === before?.failure) return;
        const why = { code: 'bulletin-source-failed', reason: failure };
        await appendAudit(transaction, { ...act, action: 'bulletins.read', outcome: 'fallita', ...why });
      }),
    notifyStale: ({ id, name }, act) =>
      db.transaction().execute(async (transaction) => {
        if ((await read(transaction))?.told_stale === id) return false;
        const none = { last_tried_at: null, last_read_at: null, next_try_at: null, failure: null };
        await transaction
          .insertInto('bulletin_reader')
          .values({ id: THE_ROW, ...none, told_stale: id })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ told_stale: id }))
          .execute();
        const target = `bulletin:${id}`;
        const why = { code: 'bulletin-stale', reason: `«${name}» ha più di 30 ore` };
        await appendAudit(transaction, {
          ...act,
          action: 'bulletins.stale',
          target,
          outcome: 'fallita',
          ...why,
        });
        return true;
      }),
  };
}
