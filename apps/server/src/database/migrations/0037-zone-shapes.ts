import type { Kysely } from 'kysely';
import type { Engine } from '../engine.ts';
import { createTableWithId } from './table-with-id.ts';

/** The shapes of the zones, as bulletins bring them, each once. */
export async function addZoneShapes(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'zone_shapes')
    .addColumn('folded_name', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('issued_at', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('shape', 'text', (column) => column.notNull())
    .addUniqueConstraint('zone_shapes_distinct', ['folded_name', 'hash'])
    .execute();
}
