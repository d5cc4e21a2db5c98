import type { Kysely } from 'kysely';
import { type Act, type AuditAuthor, appendAudit } from '../../database/audit-trail.ts';
import type { Database } from '../../database/schema.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Chat } from './bot-update.ts';
import type { LinkedChats } from './linked-chats.port.ts';

type StoredChat = { id: number; title: string; linkedAt: number };

/** Links end with the user, and with the sessions of the time: who was reset or changed password links again. */
export type LinkedChatsRepository = LinkedChats & {
  /** Stores the hash of a user's one code, in place of a former one; false when the user is gone. */
  saveCode: (code: { userId: number; hash: string; expiresAt: number }, act: Act) => Promise<boolean>;
  /** Uses up a code that holds and links the chat to its user, whoever had it before; undefined when no such code holds. */
  redeem: (code: { hash: string; chat: Chat; at: number }) => Promise<Actor | undefined>;
  /** On whose behalf a chat asks; undefined when it is not linked. */
  findActor: (chatId: string) => Promise<Actor | undefined>;
  /** The user's chats, oldest first. */
  listOf: (userId: number) => Promise<StoredChat[]>;
  /** False when the user has no such chat. */
  unlinkOwn: (id: number, act: Act & { userId: number }) => Promise<boolean>;
  /** Ends the link of a chat at its own wish or Telegram's; false when there was none. */
  unlinkChat: (chatId: string, unlink: { at: number; reason: string }) => Promise<boolean>;
  /** Telegram gave a group another id. */
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
    findActor: (chatId) =>
      linked()
        .select(['users.id', 'users.username', 'users.role'])
        .where('bot_chats.chat_id', '=', chatId)
        .executeTakeFirst(),
    listOf: async (userId) => {
      const rows = await linked()
        .select(['bot_chats.id', 'bot_chats.title', 'bot_chats.linked_at'])
        .where('bot_chats.user_id', '=', userId)
        .orderBy('bot_chats.id')
        .execute();
      return rows.map(({ id, title, linked_at }) => ({ id, title, linkedAt: linked_at }));
    },
    saveCode: ({ userId, hash, expiresAt }, { author, at }) =>
      db.transaction().execute(async (transaction) => {
        const user = await transaction
          .selectFrom('users')
          .select('token_version')
          .where('id', '=', userId)
          .executeTakeFirst();
        if (!user) return false;
        const code = { code_hash: hash, token_version: user.token_version, expires_at: expiresAt };
        await transaction
          .insertInto('bot_link_codes')
          .values({ user_id: userId, ...code })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(code))
          .execute();
        await appendAudit(transaction, { at, author, action: 'bot.link-code', target: `user:${userId}` });
        return true;
      }),
    redeem: (code) => db.transaction().execute((transaction) => redeem(transaction, code)),
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
          .select(['id', 'username'])
          .where('id', '=', chat.user_id)
          .executeTakeFirstOrThrow();
        await appendUnlink(transaction, chat, { author: chatAuthor(user, chatId), at }, reason);
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

async function redeem(
  db: Kysely<Database>,
  { hash, chat, at }: { hash: string; chat: Chat; at: number },
): Promise<Actor | undefined> {
  const code = await db
    .deleteFrom('bot_link_codes')
    .where('code_hash', '=', hash)
    .returning(['user_id', 'token_version', 'expires_at'])
    .executeTakeFirst();
  if (!code || code.expires_at <= at) return undefined;
  const user = await db
    .selectFrom('users')
    .select(['id', 'username', 'role'])
    .where('id', '=', code.user_id)
    .where('token_version', '=', code.token_version)
    .executeTakeFirst();
  if (!user) return undefined;
  const link = {
    user_id: user.id,
    kind: chat.kind,
    title: chat.title,
    token_version: code.token_version,
    linked_at: at,
  };
  await db
    .insertInto('bot_chats')
    .values({ chat_id: chat.id, ...link })
    .onConflict((conflict) => conflict.column('chat_id').doUpdateSet(link))
    .execute();
  await appendAudit(db, {
    at,
    author: chatAuthor(user, chat.id),
    action: 'bot.link',
    target: `chat:${chat.id}`,
    after: { kind: chat.kind, title: chat.title },
  });
  return user;
}

/** A chat stands where other callers have an address. */
function chatAuthor({ id, username }: { id: number; username: string }, chatId: string): AuditAuthor {
  return { id, username, address: `telegram:${chatId}` };
}

async function appendUnlink(
  db: Kysely<Database>,
  chat: { chat_id: string; title: string },
  { author, at }: Act,
  reason?: string,
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
