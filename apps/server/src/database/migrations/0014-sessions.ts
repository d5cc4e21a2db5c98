import type { Kysely } from 'kysely';
import type { Engine } from '../engine.ts';
import { createTableWithId } from './table-with-id.ts';

/** A row for each log-in: the tokens name it. Tokens of before name none, and so have ended. */
export async function addSessions(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'sessions')
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('user_agent', 'text')
    .addColumn('from_known_browser', 'integer', (column) => column.notNull())
    .addColumn('ended_by', 'text')
    .execute();
  await db.schema.createIndex('sessions_by_user').on('sessions').columns(['user_id', 'expires_at']).execute();
}
