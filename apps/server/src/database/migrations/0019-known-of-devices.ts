import type { Kysely } from 'kysely';
import type { Engine } from '../engine.ts';
import { createTableWithId } from './table-with-id.ts';

/**
 * What is known of devices besides their state: who was heard and put aside, what each reported, measured and suffered,
 * and what people noted.
 */
export async function addKnownOfDevices(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('ignored_devices')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('ignored_at', 'bigint', (column) => column.notNull())
    .execute();
  await createTableWithId(db, engine, 'device_reports')
    .addColumn('device_id', 'bigint', (column) =>
      column.notNull().references('devices.id').onDelete('cascade'),
    )
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('lamp', 'text', (column) => column.notNull())
    .addColumn('is_on', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('device_reports_by_device')
    .on('device_reports')
    .columns(['device_id', 'id'])
    .execute();
  await db.schema
    .createTable('device_metrics')
    .addColumn('device_id', 'bigint', (column) =>
      column.notNull().references('devices.id').onDelete('cascade'),
    )
    .addColumn('minute', 'bigint', (column) => column.notNull())
    .addColumn('temp', 'double precision')
    .addColumn('vcc', 'double precision')
    .addColumn('uptime', 'double precision')
    .addPrimaryKeyConstraint('device_metrics_pk', ['device_id', 'minute'])
    .execute();
  await createTableWithId(db, engine, 'device_errors')
    .addColumn('device_id', 'bigint', (column) =>
      column.notNull().references('devices.id').onDelete('cascade'),
    )
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('began_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('device_errors_by_device')
    .on('device_errors')
    .columns(['device_id', 'id'])
    .execute();
  await db.schema
    .createTable('device_notes')
    .addColumn('device_id', 'bigint', (column) =>
      column.primaryKey().references('devices.id').onDelete('cascade'),
    )
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_by', 'text', (column) => column.notNull())
    .execute();
}
