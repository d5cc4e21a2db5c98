import type { Kysely } from 'kysely';
import type { Engine } from '../../engine.ts';
import { createTableWithId } from '../table-with-id.ts';

/** Who may log in. */
export async function createUsersTable(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'users')
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('folded_username', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('token_version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
}

/** What each user has set for themselves. */
export async function createSettingsTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('settings')
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('settings_pk', ['user_id', 'key'])
    .execute();
}

/** The first answer to each request that had an `Idempotency-Key`. */
export async function createIdempotentAnswersTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('idempotent_answers')
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('body', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotent_answers_pk', ['user_id', 'key'])
    .execute();
}
