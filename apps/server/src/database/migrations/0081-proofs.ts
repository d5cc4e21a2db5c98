import type { Kysely } from 'kysely';

/** When the user of a session last proved again who they are. */
export async function addProofs(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('proved_at', 'bigint').execute();
}
