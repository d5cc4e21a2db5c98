import type { Kysely } from 'kysely';
import type { Engine } from '../engine.ts';
import { createTableWithId } from './table-with-id.ts';

/** Backups that were restored here, and who has looked at the lamps since (docs/rules.md#after-a-restored-backup). */
export async function addRestores(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'restores')
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .addColumn('restored_at', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint')
    .execute();
  await db.schema
    .createTable('restore_resumptions')
    .addColumn('restore_id', 'bigint', (column) =>
      column.notNull().references('restores.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'bigint', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('restore_resumptions_by_user')
    .on('restore_resumptions')
    .columns(['restore_id', 'user_id'])
    .execute();
}
