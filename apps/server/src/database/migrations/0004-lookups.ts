import type { Kysely } from 'kysely';

/**
 * Indexes for what pages ask again and again: the schedules that came to one end lately, the audit rows of one
 * action.
 */
export async function addLookups(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('schedules_by_outcome')
    .on('schedules')
    .columns(['outcome', 'finished_at'])
    .execute();
  await db.schema.createIndex('audit_by_action').on('audit').columns(['action', 'at']).execute();
}
