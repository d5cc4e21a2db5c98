import type { Kysely } from 'kysely';

/**
 * What holds over a restart: what each signal showed last that counts for the channel of its Comune, what signals
 * showed before alerts, and whether a person who ended an alert also ended what was set by hand during it.
 */
export async function addKnownColors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('bot_channel_signals')
    .addColumn('device_id', 'bigint', (column) =>
      column.primaryKey().references('devices.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('shown_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('bot_channel_signals_user')
    .on('bot_channel_signals')
    .column('user_id')
    .execute();
  await db.schema
    .alterTable('alerts')
    .addColumn('ends_overrides', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('colors_before_alerts')
    .addColumn('device_id', 'bigint', (column) =>
      column.primaryKey().references('devices.id').onDelete('cascade'),
    )
    .addColumn('color', 'text', (column) => column.notNull())
    .execute();
}
