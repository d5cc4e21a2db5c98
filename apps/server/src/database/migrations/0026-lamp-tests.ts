import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { createTableWithId } from './table-with-id.ts';

/** Lamp tests (docs/rules.md#lamp-test). A device is in one at a time, whichever server begins it. */
export async function addLampTests(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'lamp_tests')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('author_id', 'bigint', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('address', 'text')
    .addColumn('device_type', 'text', (column) => column.notNull())
    .addColumn('after_command', 'bigint', (column) => column.notNull())
    .addColumn('served_by', 'text', (column) => column.notNull())
    .addColumn('touched_at', 'bigint', (column) => column.notNull())
    .addColumn('stopped_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .execute();
  await db.schema
    .createTable('lamp_test_devices')
    .addColumn('test_id', 'bigint', (column) =>
      column.notNull().references('lamp_tests.id').onDelete('cascade'),
    )
    .addColumn('device_id', 'bigint', (column) =>
      column.notNull().references('devices.id').onDelete('cascade'),
    )
    .addColumn('owner_id', 'bigint')
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('former', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('closed_at', 'bigint')
    .addPrimaryKeyConstraint('lamp_test_devices_pk', ['test_id', 'device_id'])
    .execute();
  await db.schema
    .createIndex('lamp_test_devices_open')
    .on('lamp_test_devices')
    .column('device_id')
    .unique()
    .where(sql.ref('closed_at'), 'is', null)
    .execute();
  await db.schema
    .createIndex('lamp_test_devices_by_device')
    .on('lamp_test_devices')
    .column('device_id')
    .execute();
  await db.schema.createIndex('lamp_tests_by_end').on('lamp_tests').column('ended_at').execute();
  await db.schema.alterTable('commands').addColumn('lamp_test_id', 'bigint').execute();
  // The last command of a type is searched among those that are no test.
  await db.schema.dropIndex('commands_by_type').execute();
  await db.schema
    .createIndex('commands_by_type')
    .on('commands')
    .columns(['device_type', 'id', 'origin'])
    .execute();
  await db.schema.createIndex('commands_by_lamp_test').on('commands').column('lamp_test_id').execute();
}
