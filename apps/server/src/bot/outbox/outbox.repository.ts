import type { Kysely } from 'kysely';
import type { Database, NoticeOutcome } from '../../database/schema.ts';
import { saveNotified } from './notified-errors.repository.ts';
import type { Notice, Notified } from './outbox.port.ts';

const ROWS_PER_STATEMENT = 500;

/** A notice on its way; times are epoch milliseconds. */
export type QueuedNotice = {
  id: number;
  chatId: string;
  text: string;
  expiresAt: number | null;
  notBefore: number;
  partsSent: number;
  attempts: number;
  /** Since when somebody is sending the next part; null when nobody is. */
  sendingSince: number | null;
};

export type OutboxRepository = {
  /** All of it or nothing, and what it tells is remembered with it. */
  put: (notices: readonly Notice[], now: number, notified?: Notified) => Promise<void>;
  /** The oldest unfinished notice of each chat, oldest first. */
  heads: () => Promise<QueuedNotice[]>;
  /** The right to send the next part, to one caller only; `unlinked` when the link that the notice needs has ended. */
  claim: (notice: QueuedNotice, now: number) => Promise<'claimed' | 'taken' | 'unlinked'>;
  /**
   * Ends what this server claimed and never said the fate of; returns its chats. To be asked before its first claim only: later they are
   * under way.
   */
  finishInterrupted: (end: { outcome: NoticeOutcome; at: number }) => Promise<string[]>;
  /** Gives a claim back: nothing was sent, to be tried again from then on. */
  release: (id: number, notBefore: number) => Promise<void>;
  /** A part was sent, and others remain. */
  advance: (id: number) => Promise<void>;
  finish: (id: number, end: { outcome: NoticeOutcome; at: number }) => Promise<void>;
  /** Ends all that waits for a chat. */
  finishChat: (chatId: string, end: { outcome: NoticeOutcome; at: number }) => Promise<void>;
  /** Telegram gave a group another id. */
  moveChat: (from: string, to: string) => Promise<void>;
  deleteFinishedBefore: (instant: number) => Promise<void>;
};

/** `serverId` says who claims here. */
export function createOutboxRepository(db: Kysely<Database>, serverId: string): OutboxRepository {
  return {
    put: (notices, now, notified) =>
      db.transaction().execute(async (transaction) => {
        for (let start = 0; start < notices.length; start += ROWS_PER_STATEMENT) {
          await putSome(transaction, notices.slice(start, start + ROWS_PER_STATEMENT), now);
        }
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
        // What strangers asked never holds back a notice.
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
    claim: async (notice, now) => {
      const { numUpdatedRows } = await db
        .updateTable('bot_outbox')
        .set((eb) => ({ sending_since: now, sending_by: serverId, attempts: eb('attempts', '+', 1) }))
        .where('id', '=', notice.id)
        .where('finished_at', 'is', null)
        .where('sending_since', 'is', null)
        .where('parts_sent', '=', notice.partsSent)
        .where((eb) =>
          eb.or([
            eb('user_id', 'is', null),
            eb.exists(
              eb
                .selectFrom('bot_chats')
                .innerJoin('users', 'users.id', 'bot_chats.user_id')
                .select('bot_chats.id')
                .whereRef('bot_chats.chat_id', '=', 'bot_outbox.chat_id')
                .whereRef('bot_chats.user_id', '=', 'bot_outbox.user_id')
                .whereRef('bot_chats.token_version', '=', 'users.token_version'),
            ),
          ]),
        )
        .executeTakeFirst();
      if (numUpdatedRows > 0n) return 'claimed';
      const open = await db
        .selectFrom('bot_outbox')
        .select('id')
        .where('id', '=', notice.id)
        .where('finished_at', 'is', null)
        .where('sending_since', 'is', null)
        .where('parts_sent', '=', notice.partsSent)
        .executeTakeFirst();
      return open ? 'unlinked' : 'taken';
    },
    finishInterrupted: async ({ outcome, at }) => {
      const rows = await db
        .updateTable('bot_outbox')
        .set({ outcome, finished_at: at, sending_since: null })
        .where('finished_at', 'is', null)
        .where('sending_since', 'is not', null)
        .where('sending_by', '=', serverId)
        .returning('chat_id')
        .execute();
      return rows.map(({ chat_id }) => chat_id);
    },
    release: async (id, notBefore) => {
      await db
        .updateTable('bot_outbox')
        .set({ sending_since: null, not_before: notBefore })
        .where('id', '=', id)
        .execute();
    },
    advance: async (id) => {
      await db
        .updateTable('bot_outbox')
        .set((eb) => ({ sending_since: null, attempts: 0, parts_sent: eb('parts_sent', '+', 1) }))
        .where('id', '=', id)
        .execute();
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
        // What the other chat is told anyway need not move there.
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

async function putSome(db: Kysely<Database>, notices: readonly Notice[], now: number): Promise<void> {
  const links = await db
    .selectFrom('bot_chats')
    .select(['chat_id', 'user_id'])
    .where(
      'chat_id',
      'in',
      notices.map(({ chatId }) => chatId),
    )
    .execute();
  const userOf = new Map(links.map(({ chat_id, user_id }) => [chat_id, user_id]));
  await db
    .insertInto('bot_outbox')
    .values(
      notices.map(({ chatId, key, text, expiresAt, userId = userOf.get(chatId) ?? null }) => ({
        chat_id: chatId,
        notice_key: key,
        user_id: userId,
        text,
        created_at: now,
        expires_at: expiresAt ?? null,
        not_before: 0,
        parts_sent: 0,
        attempts: 0,
        sending_since: null,
        finished_at: null,
        outcome: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['chat_id', 'notice_key']).doNothing())
    .execute();
}
