import type { Kysely } from 'kysely';

/** How far the audit went to a collector, and when its seal was last sent away (docs/rules.md#audit). */
export async function addAuditExports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_exports')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('failure', 'text')
    .execute();
}
