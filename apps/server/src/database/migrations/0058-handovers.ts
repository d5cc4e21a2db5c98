import type { Kysely } from 'kysely';
import type { Engine } from '../engine.ts';
import { createTableWithId } from './table-with-id.ts';

/** What one shift tells the next (docs/rules.md#handovers). Who took it is in the audit. */
export async function addHandovers(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'handovers')
    .addColumn('owner_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('written_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('handovers_owner').on('handovers').column('owner_id').execute();
}
