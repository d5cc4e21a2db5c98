import type { Kysely } from 'kysely';

/** The broker that an admin saved: one row at most. */
export async function createBrokerConfigTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('broker_config')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('port', 'integer', (column) => column.notNull())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('sealed_password', 'text')
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
}
