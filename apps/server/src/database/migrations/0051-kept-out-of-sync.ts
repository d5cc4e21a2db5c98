import type { Kysely } from 'kysely';

/** Beside the errors of a device it is kept from when to when it was out of sync (docs/rules.md#past-of-a-device). */
export async function addKeptOutOfSync(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('device_errors')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('error'))
    .execute();
}
