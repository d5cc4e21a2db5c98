import type { Kysely } from 'kysely';

/** The API says `color` everywhere; so does the table behind it. */
export async function renameColor(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('alerts').renameColumn('colour', 'color').execute();
}
