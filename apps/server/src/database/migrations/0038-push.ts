import type { Kysely } from 'kysely';
import type { Engine } from '../engine.ts';
import { createTableWithId } from './table-with-id.ts';

/** Browsers that show what a user is told of, and what waits for them (docs/decisions/0055-web-push.md). */
export async function addPush(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('push_keys')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('sealed_private_key', 'text', (column) => column.notNull())
    .execute();
  await createTableWithId(db, engine, 'push_devices')
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('session_id', 'bigint', (column) => column.notNull())
    .addColumn('endpoint', 'text', (column) => column.notNull().unique())
    .addColumn('p256dh', 'text', (column) => column.notNull())
    .addColumn('auth', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('added_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('push_devices_by_user').on('push_devices').column('user_id').execute();
  await createTableWithId(db, engine, 'push_messages')
    .addColumn('device_id', 'bigint', (column) =>
      column.notNull().references('push_devices.id').onDelete('cascade'),
    )
    .addColumn('message_key', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('not_before', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('failure', 'text')
    .addUniqueConstraint('push_messages_once', ['device_id', 'message_key'])
    .execute();
  await db.schema
    .createIndex('push_messages_by_end')
    .on('push_messages')
    .columns(['finished_at', 'not_before'])
    .execute();
  await db.schema
    .alterTable('duty_people')
    .addColumn('push_id', 'bigint', (column) => column.references('push_devices.id').onDelete('set null'))
    .execute();
}
