import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** Which updates were acted on: Telegram may give the same one again, after a crash or to a second server. */
export type HandledUpdates = {
  /** True the first time only. */
  claim: (update: { botId: number; updateId: number; at: number }) => Promise<boolean>;
  /** Telegram keeps updates for a day. */
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
