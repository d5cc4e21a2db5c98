import type { Kysely } from 'kysely';

/** How each device speaks (docs/protocol.md#profiles); those from before speak the console's own language. */
export async function addProfiles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('devices')
    .addColumn('profile', 'text', (column) => column.notNull().defaultTo('outN'))
    .execute();
}
