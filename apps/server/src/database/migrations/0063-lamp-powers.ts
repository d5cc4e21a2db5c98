import type { Kysely } from 'kysely';

/** What each lamp drew, lit and dark, in its last lamp test (docs/rules.md#lamp-faults). */
export async function addLampPowers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('lamp_powers')
    .addColumn('device_id', 'bigint', (column) =>
      column.notNull().references('devices.id').onDelete('cascade'),
    )
    .addColumn('lamp', 'text', (column) => column.notNull())
    .addColumn('on_w', 'double precision')
    .addColumn('off_w', 'double precision')
    .addPrimaryKeyConstraint('lamp_powers_key', ['device_id', 'lamp'])
    .execute();
}
