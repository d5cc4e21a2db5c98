import type { Kysely } from 'kysely';
import type { Engine } from '../engine.ts';
import { createTableWithId } from './table-with-id.ts';

/** What is read by the time at which it happened, each second. */
const BY_TIME = [
  ['alarm_events', 'at'],
  ['gauge_events', 'at'],
  ['alerts', 'created_at'],
  ['alerts', 'decided_at'],
  ['schedules', 'finished_at'],
] as const;

/** Addresses of other systems that are sent what happens (docs/webhook.md). */
export async function addWebhooks(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'webhooks')
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('events', 'text', (column) => column.notNull())
    .addColumn('user_id', 'bigint', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('webhook_conditions')
    .addColumn('device_id', 'bigint', (column) =>
      column.primaryKey().references('devices.id').onDelete('cascade'),
    )
    .addColumn('condition', 'text', (column) => column.notNull())
    .execute();
  await db.schema.alterTable('notifications').addColumn('status_code', 'integer').execute();
  for (const [table, column] of BY_TIME) {
    await db.schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute();
  }
}
