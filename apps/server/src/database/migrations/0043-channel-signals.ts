import type { Kysely } from 'kysely';

/**
 * What each signal showed last that counts for the channel of its Comune: a signal that does not answer keeps it, also
 * over a restart.
 */
export async function addChannelSignals(db: Kysely<unknown>): Promise<void> {
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
}
