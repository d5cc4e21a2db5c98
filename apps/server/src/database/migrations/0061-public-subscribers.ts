import type { Kysely } from 'kysely';
import type { Engine } from '../engine.ts';
import { createTableWithId } from './table-with-id.ts';

/** The browsers of citizens that asked to be told of a Comune (docs/rules.md#public-page). */
export async function addPublicSubscribers(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'public_subscribers')
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('endpoint_hash', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('from_color', 'text', (column) => column.notNull())
    .addColumn('added_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('public_subscribers_endpoint', ['user_id', 'endpoint_hash'])
    .execute();
}
