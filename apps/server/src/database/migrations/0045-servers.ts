import type { Kysely } from 'kysely';

/** The servers that live on this database, each with how it commands devices (docs/decisions/0004-command-topic.md). */
export async function addServers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('servers')
    .addColumn('server_id', 'text', (column) => column.primaryKey())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addColumn('commands_on_report_topic', 'integer', (column) => column.notNull())
    .execute();
}
