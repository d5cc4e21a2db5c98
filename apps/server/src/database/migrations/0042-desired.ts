import type { Kysely } from 'kysely';

/** Why a device should show what is desired of it (docs/rules.md#desired-and-reported). */
export async function addDesired(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('device_states').addColumn('asked_source', 'text').execute();
}
