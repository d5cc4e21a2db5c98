import type { Kysely } from 'kysely';

/**
 * Gauges: how each is read, the rule of its site and what is known of it, what happened there and what it measured
 * minute by minute (docs/rules.md#gauges). An alert that a gauge raised names the event: it is made once.
 */
export async function addGauges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('gauges')
    .addColumn('device_id', 'bigint', (column) =>
      column.primaryKey().references('devices.id').onDelete('cascade'),
    )
    .addColumn('settings', 'text')
    .addColumn('rule', 'text')
    .addColumn('rule_at', 'bigint')
    .addColumn('rule_by', 'text')
    .addColumn('state', 'text')
    .execute();
  await db.schema
    .createTable('gauge_events')
    .addColumn('device_id', 'bigint', (column) =>
      column.notNull().references('devices.id').onDelete('cascade'),
    )
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('color', 'text')
    .addColumn('level', 'double precision')
    .addColumn('sentence', 'text', (column) => column.notNull())
    .addColumn('act', 'text')
    .addColumn('alert_id', 'bigint')
    .addPrimaryKeyConstraint('gauge_events_key', ['device_id', 'number'])
    .execute();
  await db.schema.createIndex('gauge_events_act').on('gauge_events').column('act').execute();
  await db.schema
    .createTable('gauge_minutes')
    .addColumn('device_id', 'bigint', (column) =>
      column.notNull().references('devices.id').onDelete('cascade'),
    )
    .addColumn('minute', 'bigint', (column) => column.notNull())
    .addColumn('level', 'double precision')
    .addColumn('level_min', 'double precision')
    .addColumn('level_max', 'double precision')
    .addColumn('rain', 'double precision')
    .addColumn('float', 'integer')
    .addPrimaryKeyConstraint('gauge_minutes_key', ['device_id', 'minute'])
    .execute();
  await db.schema.alterTable('alerts').addColumn('gauge_id', 'bigint').execute();
  await db.schema.alterTable('alerts').addColumn('gauge_event', 'integer').execute();
  await db.schema
    .createIndex('alerts_gauge_event')
    .unique()
    .on('alerts')
    .columns(['gauge_id', 'gauge_event'])
    .execute();
}
