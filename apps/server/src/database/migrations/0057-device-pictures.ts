import type { Kysely } from 'kysely';

/** Pictures of the places of devices (docs/rules.md#pictures), as base64. */
export async function addDevicePictures(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('device_pictures')
    .addColumn('device_id', 'bigint', (column) =>
      column.primaryKey().references('devices.id').onDelete('cascade'),
    )
    .addColumn('jpeg', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute();
}
