import type { Kysely } from 'kysely';
import { type AuditAuthor, type AuditContext, appendAudit } from '../../database/audit-trail.ts';
import type { Database } from '../../database/schema.ts';
import { type Actor, toActor } from '../../platform/actor.ts';
import type { LinkedChats } from './linked-chats.port.ts';

type StoredChat = { id: number; title: string; linkedAt: number };

/**
 * Chats linked to users. A link ends with the user's sessions: after a new password the user links the chat again.
 */
export type LinkedChatsRepository = LinkedChats & {
  /** The user for whom a chat acts; undefined when it is not linked. */
  findActor: (chatId: string) => Promise<Actor | undefined>;
  /** The user's chats, oldest first. */
  listOf: (userId: number) => Promise<StoredChat[]>;
  /** Unlinks one of the user's chats; false when the user has no such chat. */
  unlinkOwn: (id: number, act: AuditContext & { userId: number }) => Promise<boolean>;
  /** Unlinks a chat because the chat or Telegram asks for it; false when it was not linked. */
  unlinkChat: (chatId: string, unlink: { at: number; reason: string }) => Promise<boolean>;
  /** To be called when Telegram gave a group another id. */
  moveChat: (from: string, to: string) => Promise<void>;
};

export function createLinkedChatsRepository(db: Kysely<Database>): LinkedChatsRepository {
  const linked = () =>
    db
      .selectFrom('bot_chats')
      .innerJoin('users', (join) =>
        join
          .onRef('users.id', '=', 'bot_chats.user_id')
          .onRef('users.token_version', '=', 'bot_chats.token_version'),
      );

  return {
    all: async () => {
      const rows = await linked()
        .select(['bot_chats.chat_id', 'bot_chats.user_id', 'users.role'])
        .orderBy('bot_chats.id')
        .execute();
      return rows.map((row) => ({ chatId: row.chat_id, userId: row.user_id, role: row.role }));
    },
    findActor: async (chatId) => {
      const account = await linked()
        .select(['users.id', 'users.username', 'users.role', 'comune_id', 'duty'])
        .where('bot_chats.chat_id', '=', chatId)
        .executeTakeFirst();
      return account && toActor(account);
    },
    listOf: async (userId) => {
      const rows = await linked()
        .select(['bot_chats.id', 'bot_chats.title', 'bot_chats.linked_at'])
        .where('bot_chats.user_id', '=', userId)
        .orderBy('bot_chats.id')
        .execute();
      return rows.map(({ id, title, linked_at }) => ({ id, title, linkedAt: linked_at }));
    },
    unlinkOwn: (id, { userId, author, at }) =>
      db.transaction().execute(async (transaction) => {
        const chat = await transaction
          .deleteFrom('bot_chats')
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .returning(['chat_id', 'title'])
          .executeTakeFirst();
        if (chat) await appendUnlink(transaction, chat, { author, at });
        return chat !== undefined;
      }),
    unlinkChat: (chatId, { at, reason }) =>
      db.transaction().execute(async (transaction) => {
        const chat = await transaction
          .deleteFrom('bot_chats')
          .where('chat_id', '=', chatId)
          .returning(['chat_id', 'title', 'user_id'])
          .executeTakeFirst();
        if (!chat) return false;
        const user = await transaction
          .selectFrom('users')
          .select(['id', 'username', 'role', 'comune_id', 'duty'])
          .where('id', '=', chat.user_id)
          .executeTakeFirstOrThrow();
        await appendUnlink(transaction, chat, { author: chatAuthor(toActor(user), chatId), at, reason });
        return true;
      }),
    moveChat: (from, to) =>
      db.transaction().execute(async (transaction) => {
        const taken = await transaction
          .selectFrom('bot_chats')
          .select('id')
          .where('chat_id', '=', to)
          .executeTakeFirst();
        if (taken) {
          await transaction.deleteFrom('bot_chats').where('chat_id', '=', from).execute();
          return;
        }
        await transaction.updateTable('bot_chats').set({ chat_id: to }).where('chat_id', '=', from).execute();
      }),
  };
}

/** The author of what a user does in a chat: the chat takes the place of the network address. */
export function chatAuthor({ id, username }: { id: number; username: string }, chatId: string): AuditAuthor {
  return { id, username, address: `telegram:${chatId}` };
}

async function appendUnlink(
  db: Kysely<Database>,
  chat: { chat_id: string; title: string },
  { author, at, reason }: AuditContext & { reason?: string },
): Promise<void> {
  await appendAudit(db, {
    at,
    author,
    action: 'bot.unlink',
    target: `chat:${chat.chat_id}`,
    before: { title: chat.title },
    ...(reason !== undefined && { after: { reason } }),
  });
}
