import type { Kysely } from 'kysely';
import type { Engine } from '../engine.ts';
import { createTableWithId } from './table-with-id.ts';

/** What the public page of a Comune said, and since when (docs/rules.md#public-page). */
export async function addPublicChanges(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'public_changes')
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('color', 'text')
    .addColumn('showing', 'integer', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('public_changes_user')
    .on('public_changes')
    .columns(['user_id', 'id'])
    .execute();
}
