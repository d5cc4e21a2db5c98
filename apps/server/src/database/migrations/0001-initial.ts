import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { createTableWithId } from './table-with-id.ts';

/** Tables, keys and indexes of schema.ts. */
export async function createInitialSchema(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const withId = (table: string) => createTableWithId(db, engine, table);

  await withId('users')
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('folded_username', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('token_version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();

  await withId('devices')
    .addColumn('topic', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text')
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('latitude', 'double precision')
    .addColumn('longitude', 'double precision')
    .addColumn('owner_id', 'bigint', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('devices_by_owner').on('devices').column('owner_id').execute();

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

  await withId('commands')
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

  await withId('deliveries')
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

  await withId('schedules')
    .addColumn('author_id', 'bigint', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('color', 'text', (column) => column.notNull())
    .addColumn('device_type', 'text', (column) => column.notNull())
    .addColumn('execute_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('executed', 'integer', (column) => column.notNull())
    .addColumn('outcome', 'text')
    .addColumn('outcome_reason', 'text')
    .addColumn('finished_at', 'bigint')
    .addColumn('leased_until', 'bigint')
    .addColumn('fencing_token', 'integer', (column) => column.notNull())
    .addColumn('command_id', 'bigint', (column) => column.references('commands.id'))
    .execute();
  await db.schema
    .createIndex('schedules_by_due_time')
    .on('schedules')
    .columns(['executed', 'execute_at'])
    .execute();

  await db.schema
    .createTable('settings')
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('settings_pk', ['user_id', 'key'])
    .execute();

  await db.schema
    .createTable('broker_config')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('port', 'integer', (column) => column.notNull())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('sealed_password', 'text')
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();

  await withId('audit')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('user_id', 'bigint')
    .addColumn('username', 'text')
    .addColumn('address', 'text')
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('target', 'text')
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .execute();

  await db.schema
    .createTable('idempotent_answers')
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('body', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotent_answers_pk', ['user_id', 'key'])
    .execute();
}
