import type { Kysely } from 'kysely';

/** What a person last saw at a site: the server that acts for gauges may be another than the one that was told. */
export async function addGaugeWords(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('gauges').addColumn('person', 'text').execute();
}
