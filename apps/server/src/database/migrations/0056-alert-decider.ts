import type { Kysely } from 'kysely';

/** Who decided an alert last: only that person may take it back (docs/rules.md#alerts). */
export async function addAlertDecider(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('alerts').addColumn('decided_by', 'bigint').execute();
}
