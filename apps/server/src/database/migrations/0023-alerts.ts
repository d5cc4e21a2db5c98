import type { Kysely } from 'kysely';
import type { Engine } from '../engine.ts';
import { createTableOfDevices } from './table-of-devices.ts';
import { createTableWithId } from './table-with-id.ts';

/** Alerts (docs/rules.md#alerts). What begins and ends them is a schedule, claimed and settled like the others. */
export async function addAlerts(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'alerts')
    .addColumn('owner_id', 'bigint', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('colour', 'text', (column) => column.notNull())
    .addColumn('whom', 'text', (column) => column.notNull())
    .addColumn('group_id', 'bigint')
    .addColumn('group_name', 'text')
    .addColumn('zone', 'text')
    .addColumn('from_at', 'bigint', (column) => column.notNull())
    .addColumn('to_at', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('drill', 'integer', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('bulletin_id', 'bigint', (column) => column.references('bulletins.id'))
    .addColumn('day', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('author_id', 'bigint', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('author_name', 'text')
    .addColumn('decision', 'text', (column) => column.notNull())
    .addColumn('decided_at', 'bigint')
    .addColumn('note', 'text')
    .addColumn('end_confirmed', 'integer', (column) => column.notNull())
    .addColumn('begin_id', 'bigint')
    .addColumn('end_id', 'bigint')
    .execute();
  await db.schema
    .createIndex('alerts_by_owner')
    .on('alerts')
    .columns(['owner_id', 'decision', 'to_at'])
    .execute();
  await db.schema.createIndex('alerts_by_decision').on('alerts').columns(['decision', 'to_at']).execute();
  // Two servers that read one bulletin propose once. What a person makes has no day, and never conflicts.
  await db.schema
    .createIndex('alerts_by_day')
    .on('alerts')
    .columns(['day', 'owner_id', 'zone', 'colour', 'bulletin_id'])
    .unique()
    .execute();
  await createTableOfDevices(db, { table: 'alert_devices', of: 'alert_id', in: 'alerts.id' });
  await db.schema.alterTable('schedules').addColumn('alert_id', 'bigint').execute();
  await db.schema.alterTable('schedules').addColumn('alert_step', 'text').execute();
  await db.schema.createIndex('schedules_by_alert').on('schedules').column('alert_id').execute();
}
