import type { Kysely } from 'kysely';

/** The commands of a day are read without all the others (docs/rules.md#day-sheet). */
export async function addCommandsByTime(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('commands_by_time').on('commands').column('created_at').execute();
}
