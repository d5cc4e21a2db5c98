import type { Kysely } from 'kysely';

/** What a home automation was told of the devices, so that it can be taken back. */
export async function addHomeAssistant(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('home_assistant_documents')
    .addColumn('topic', 'text', (column) => column.primaryKey())
    .addColumn('device', 'text', (column) => column.notNull())
    .execute();
}
