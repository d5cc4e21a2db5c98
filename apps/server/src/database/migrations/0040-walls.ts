import type { Kysely } from 'kysely';

/** Sessions of walls, which only watch (docs/rules.md#walls). */
export async function addWalls(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('wall_name', 'text').execute();
}
