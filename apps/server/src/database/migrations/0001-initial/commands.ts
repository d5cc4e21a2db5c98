import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../engine.ts';
import { createTableWithId } from '../table-with-id.ts';

/** What was commanded, by whom and until when it may be sent. */
export async function createCommandsTable(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'commands')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('author_id', 'bigint', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('device_type', 'text', (column) => column.notNull())
    .addColumn('value', 'text')
    .addColumn('deadline_at', 'bigint', (column) => column.notNull())
    .addColumn('source_id', 'bigint', (column) => column.references('commands.id'))
    .addColumn('schedule_id', 'bigint')
    .execute();
}

/** The share of each device in a command. */
export async function createDeliveriesTable(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'deliveries')
    .addColumn('command_id', 'bigint', (column) => column.notNull().references('commands.id'))
    .addColumn('device_id', 'bigint', (column) => column.references('devices.id').onDelete('set null'))
    .addColumn('device_name', 'text')
    .addColumn('device_topic', 'text', (column) => column.notNull())
    .addColumn('owner_id', 'bigint', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('previous_status', 'text')
    .addColumn('payloads', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('state_changed_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('deliveries_by_command').on('deliveries').column('command_id').execute();
  await db.schema.createIndex('deliveries_by_owner').on('deliveries').columns(['owner_id', 'id']).execute();
  await db.schema.createIndex('deliveries_by_device').on('deliveries').columns(['device_id', 'id']).execute();
  await db.schema
    .createIndex('deliveries_under_way')
    .on('deliveries')
    .column('state')
    .where(sql.ref('state'), 'in', sql`('accettato', 'inviato')`)
    .execute();
}
