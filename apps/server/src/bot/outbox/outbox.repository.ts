import type { Kysely } from 'kysely';
import type { NoticeOutcome } from '../../database/schema/bot.ts';
import type { Database } from '../../database/schema.ts';
import { insertNotices } from './new-notices.repository.ts';
import { saveNotified } from './notified-errors.repository.ts';
import type { Notice, Notified } from './outbox.port.ts';

/** A notice that is not finished. Times are epoch milliseconds. */
export type QueuedNotice = {
  id: number;
  chatId: string;
  text: string;
  expiresAt: number | null;
  notBefore: number;
  partsSent: number;
  attempts: number;
  /** When a server began to send the next part; null while no server does. */
  sendingSince: number | null;
};

export type OutboxRepository = {
  /** Stores the notices and what they notify in one transaction. */
  put: (notices: readonly Notice[], now: number, notified?: Notified) => Promise<void>;
  /** The oldest unfinished notice of each chat, oldest first; replies come last. */
  heads: () => Promise<QueuedNotice[]>;
  /** How many are not finished. */
  countWaiting: () => Promise<number>;
  /** Ends a notice: nothing more of it is sent. */
  finish: (id: number, end: { outcome: NoticeOutcome; at: number }) => Promise<void>;
  /** Ends all notices of a chat. */
  finishChat: (chatId: string, end: { outcome: NoticeOutcome; at: number }) => Promise<void>;
  /** To be called when Telegram gave a group another id. */
  moveChat: (from: string, to: string) => Promise<void>;
  /** Deletes the notices that were finished before an instant (epoch ms). */
  deleteFinishedBefore: (instant: number) => Promise<void>;
};

export function createOutboxRepository(db: Kysely<Database>): OutboxRepository {
  return {
    put: (notices, now, notified) =>
      db.transaction().execute(async (transaction) => {
        await insertNotices(transaction, notices, now);
        if (notified) await saveNotified(transaction, notified);
      }),
    heads: async () => {
      const rows = await db
        .selectFrom('bot_outbox')
        .selectAll()
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('bot_outbox')
            .select((inner) => inner.fn.min('id').as('id'))
            .where('finished_at', 'is', null)
            .groupBy('chat_id'),
        )
        // Anybody can write to the bot: replies must not delay notices.
        .orderBy((eb) => eb.case().when('notice_key', 'like', 'reply:%').then(1).else(0).end())
        .orderBy('id')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        chatId: row.chat_id,
        text: row.text,
        expiresAt: row.expires_at,
        notBefore: row.not_before,
        partsSent: row.parts_sent,
        attempts: row.attempts,
        sendingSince: row.sending_since,
      }));
    },
    countWaiting: async () => {
      const { count } = await db
        .selectFrom('bot_outbox')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('finished_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    finish: async (id, { outcome, at }) => {
      await db
        .updateTable('bot_outbox')
        .set({ outcome, finished_at: at, sending_since: null })
        .where('id', '=', id)
        .where('finished_at', 'is', null)
        .execute();
    },
    finishChat: async (chatId, { outcome, at }) => {
      await db
        .updateTable('bot_outbox')
        .set({ outcome, finished_at: at, sending_since: null })
        .where('chat_id', '=', chatId)
        .where('finished_at', 'is', null)
        .execute();
    },
    moveChat: (from, to) =>
      db.transaction().execute(async (transaction) => {
        // A notice that the other chat has already is not moved there: per chat, each key is stored once.
        await transaction
          .deleteFrom('bot_outbox')
          .where('chat_id', '=', from)
          .where('notice_key', 'in', (eb) =>
            eb.selectFrom('bot_outbox').select('notice_key').where('chat_id', '=', to),
          )
          .execute();
        await transaction
          .updateTable('bot_outbox')
          .set({ chat_id: to, sending_since: null })
          .where('chat_id', '=', from)
          .where('finished_at', 'is', null)
          .execute();
      }),
    deleteFinishedBefore: async (instant) => {
      await db.deleteFrom('bot_outbox').where('finished_at', '<', instant).execute();
    },
  };
}
