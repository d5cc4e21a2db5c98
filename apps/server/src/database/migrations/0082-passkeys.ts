import type { Kysely } from 'kysely';
import type { Engine } from '../engine.ts';
import { createTableWithId } from './table-with-id.ts';

/** The passkeys of users: a public key each, of which only its device has the other half. */
export async function addPasskeys(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'passkeys')
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('credential_id', 'text', (column) => column.notNull().unique())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('rp_id', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('synced', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used', 'bigint')
    .execute();
  await db.schema.createIndex('passkeys_by_user').on('passkeys').column('user_id').execute();
}
