import type { Kysely } from 'kysely';

/** Which lamps a device showed together when its command ended otherwise than confirmed. */
export async function addLit(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('deliveries').addColumn('lit', 'text').execute();
}
