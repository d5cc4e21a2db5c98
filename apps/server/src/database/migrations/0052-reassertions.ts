import { type Kysely, sql } from 'kysely';

/**
 * How often what is desired of a device was commanded again, because the device did not hold it; null: never is, until
 * it is commanded anew. So are the devices of before: an update lights no lamp (docs/rules.md#reassertion).
 */
export async function addReassertions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('device_states')
    .addColumn('reasserted', 'integer', (column) => column.defaultTo(0))
    .execute();
  await sql`update device_states set reasserted = null where asked_value is not null`.execute(db);
}
