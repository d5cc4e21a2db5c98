import type { Kysely } from 'kysely';

/** Which delivery was the last to change what is desired: a server that stores late does not undo a later one. */
export async function addDesiredVersion(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('device_states')
    .addColumn('asked_version', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
