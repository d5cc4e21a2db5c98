import type { Kysely } from 'kysely';
import type { Engine } from '../../engine.ts';
import { createTableWithId } from '../table-with-id.ts';

/** Signals and lanterns, and whose they are. */
export async function createDevicesTable(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'devices')
    .addColumn('topic', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text')
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('latitude', 'double precision')
    .addColumn('longitude', 'double precision')
    .addColumn('owner_id', 'bigint', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('devices_by_owner').on('devices').column('owner_id').execute();
}

/** What each device last said. */
export async function createDeviceStatesTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('device_states')
    .addColumn('device_id', 'bigint', (column) =>
      column.primaryKey().references('devices.id').onDelete('cascade'),
    )
    .addColumn('status', 'text')
    .addColumn('status_updated_at', 'bigint')
    .addColumn('error', 'integer', (column) => column.notNull())
    .addColumn('error_reason', 'text')
    .addColumn('temp', 'double precision')
    .addColumn('vcc', 'double precision')
    .addColumn('uptime', 'double precision')
    .addColumn('metrics_updated_at', 'bigint')
    .addColumn('heard_at', 'bigint')
    .execute();
}
