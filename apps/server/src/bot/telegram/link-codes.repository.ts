import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../../database/audit-trail.ts';
import type { Database } from '../../database/schema.ts';
import { type Actor, toActor } from '../../platform/actor.ts';
import type { Chat } from './bot-update.ts';
import { chatAuthor } from './linked-chats.repository.ts';

/** One-time codes that link a chat to a user. Only their hashes are stored. */
export type LinkCodesRepository = {
  /**
   * Stores a code of the user and deletes the one before; false when the user does not exist. `expiresAt` is in
   * epoch milliseconds.
   */
  save: (code: { userId: number; hash: string; expiresAt: number }, act: AuditContext) => Promise<boolean>;
  /**
   * Deletes the code and links the chat to its user; a chat that was linked to another user changes over. Undefined
   * when the code does not exist, has expired, or the user's sessions were revoked since.
   */
  redeem: (code: { hash: string; chat: Chat; at: number }) => Promise<Actor | undefined>;
};

export function createLinkCodesRepository(db: Kysely<Database>): LinkCodesRepository {
  return {
    save: ({ userId, hash, expiresAt }, { author, at }) =>
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
    .select(['id', 'username', 'role', 'comune_id', 'duty'])
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
    author: chatAuthor(toActor(user), chat.id),
    action: 'bot.link',
    target: `chat:${chat.id}`,
    after: { kind: chat.kind, title: chat.title },
  });
  return toActor(user);
}
