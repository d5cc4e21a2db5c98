import type { Kysely } from 'kysely';
import type { Engine } from '../engine.ts';
import { createTableWithId } from './table-with-id.ts';

/** The tables of the Telegram bot. */
export async function createBotTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'bot_chats')
    .addColumn('chat_id', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('token_version', 'integer', (column) => column.notNull())
    .addColumn('linked_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('bot_chats_by_user').on('bot_chats').column('user_id').execute();

  await db.schema
    .createTable('bot_link_codes')
    .addColumn('user_id', 'bigint', (column) =>
      column.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('code_hash', 'text', (column) => column.notNull().unique())
    .addColumn('token_version', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();

  await createTableWithId(db, engine, 'bot_outbox')
    .addColumn('chat_id', 'text', (column) => column.notNull())
    .addColumn('notice_key', 'text', (column) => column.notNull())
    .addColumn('user_id', 'bigint', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('not_before', 'bigint', (column) => column.notNull())
    .addColumn('parts_sent', 'integer', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('sending_since', 'bigint')
    .addColumn('finished_at', 'bigint')
    .addColumn('outcome', 'text')
    .addUniqueConstraint('bot_outbox_once_per_chat', ['chat_id', 'notice_key'])
    .execute();
  await db.schema
    .createIndex('bot_outbox_unfinished')
    .on('bot_outbox')
    .columns(['finished_at', 'chat_id', 'id'])
    .execute();

  await db.schema
    .createTable('bot_updates')
    .addColumn('bot_id', 'bigint', (column) => column.notNull())
    .addColumn('update_id', 'bigint', (column) => column.notNull())
    .addColumn('handled_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('bot_updates_pk', ['bot_id', 'update_id'])
    .execute();

  await db.schema
    .createTable('bot_lease')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('leased_until', 'bigint', (column) => column.notNull())
    .addColumn('working', 'integer', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('bot_channel_posts')
    .addColumn('user_id', 'bigint', (column) =>
      column.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('posted_at', 'bigint', (column) => column.notNull())
    .execute();
}
