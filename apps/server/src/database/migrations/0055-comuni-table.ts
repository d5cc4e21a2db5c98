import type { Kysely } from 'kysely';

/** From which table the Comuni come (docs/rules.md#warning-zones). One row; none where nobody knows it any more. */
export async function addComuniTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('comuni_table')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('built_in', 'integer', (column) => column.notNull())
    .execute();
}
