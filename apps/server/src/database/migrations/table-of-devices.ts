import type { Kysely } from 'kysely';

/** A table that names the devices of something else; a row goes with either of the two. */
export async function createTableOfDevices(
  db: Kysely<unknown>,
  { table, of, in: referenced }: { table: string; of: string; in: string },
): Promise<void> {
  await db.schema
    .createTable(table)
    .addColumn(of, 'bigint', (column) => column.notNull().references(referenced).onDelete('cascade'))
    .addColumn('device_id', 'bigint', (column) =>
      column.notNull().references('devices.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint(`${table}_pk`, [of, 'device_id'])
    .execute();
  await db.schema.createIndex(`${table}_by_device`).on(table).column('device_id').execute();
}
