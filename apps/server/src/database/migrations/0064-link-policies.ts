import type { Kysely } from 'kysely';

/** What the board of a signal is to do without a link; without a row it keeps its lamp (docs/rules.md#link-policy). */
export async function addLinkPolicies(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('link_policies')
    .addColumn('device_id', 'bigint', (column) =>
      column.primaryKey().references('devices.id').onDelete('cascade'),
    )
    .addColumn('policy', 'text', (column) => column.notNull())
    .addColumn('after_s', 'integer')
    .execute();
}
