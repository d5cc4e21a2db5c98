import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** The updates that were handled. Telegram may send one again: after a crash, or to another server. */
export type HandledUpdates = {
  /** Claims an update; true for the first caller only. */
  claim: (update: { botId: number; updateId: number; at: number }) => Promise<boolean>;
  /** Deletes what was claimed before an instant (epoch ms). */
  deleteBefore: (instant: number) => Promise<void>;
};

export function createHandledUpdates(db: Kysely<Database>): HandledUpdates {
  return {
    claim: async ({ botId, updateId, at }) => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('bot_updates')
        .values({ bot_id: botId, update_id: updateId, handled_at: at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },
    deleteBefore: async (instant) => {
      await db.deleteFrom('bot_updates').where('handled_at', '<', instant).execute();
    },
  };
}
