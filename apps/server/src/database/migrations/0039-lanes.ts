import type { Kysely } from 'kysely';
import type { Engine } from '../engine.ts';
import { createTableWithId } from './table-with-id.ts';

/** Which of several servers may command a device (docs/rules.md#lanes-of-several-servers). */
export async function addLanes(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'server_terms')
    .addColumn('server_id', 'text', (column) => column.notNull())
    .addColumn('alive_until', 'bigint', (column) => column.notNull())
    .addColumn('ended', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('device_lanes')
    .addColumn('device_id', 'bigint', (column) =>
      column.primaryKey().references('devices.id').onDelete('cascade'),
    )
    .addColumn('term_id', 'bigint')
    .addColumn('wanted', 'integer', (column) => column.notNull())
    .addColumn('left_by', 'text')
    .execute();
  await db.schema
    .createIndex('device_lanes_by_term')
    .on('device_lanes')
    .columns(['term_id', 'wanted'])
    .execute();
}
