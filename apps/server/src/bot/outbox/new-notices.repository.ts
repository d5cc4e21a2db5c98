import type { Kysely } from 'kysely';
import { inChunks } from '../../database/in-chunks.ts';
import type { Database } from '../../database/schema.ts';
import type { Notice } from './outbox.port.ts';

/** Stores notices in this order. One whose chat and key are already stored is left out. */
export async function insertNotices(
  db: Kysely<Database>,
  notices: readonly Notice[],
  now: number,
): Promise<void> {
  for (const some of inChunks(notices)) {
    await insertSome(db, some, now);
  }
}

async function insertSome(db: Kysely<Database>, notices: readonly Notice[], now: number): Promise<void> {
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
