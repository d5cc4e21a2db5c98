import type { Kysely } from 'kysely';

/** How the last backups went. */
export async function addInService(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backups')
    .addColumn('kind', 'text', (column) => column.primaryKey())
    .addColumn('good_at', 'bigint')
    .addColumn('file', 'text')
    .addColumn('bytes', 'bigint')
    .addColumn('failed_at', 'bigint')
    .addColumn('failure', 'text')
    .execute();
}
