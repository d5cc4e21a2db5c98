import type { Kysely } from 'kysely';
import type { Engine } from '../engine.ts';
import { createTableWithId } from './table-with-id.ts';

/** Alarms with a life, whom to tell of them, and the e-mails that wait (docs/decisions/0044-alarms.md). */
export async function addAlarms(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'alarms')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('owner_id', 'bigint', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('opened_at', 'bigint', (column) => column.notNull())
    .addColumn('state_at', 'bigint', (column) => column.notNull())
    .addColumn('detail', 'text')
    .addColumn('taken_by', 'text')
    .addColumn('held_until', 'bigint')
    .addColumn('note', 'text')
    .addColumn('returns', 'bigint', (column) => column.notNull())
    .addColumn('told', 'bigint', (column) => column.notNull())
    .addColumn('next_tell_at', 'bigint')
    .execute();
  await db.schema.createIndex('alarms_by_state').on('alarms').columns(['state', 'id']).execute();
  await db.schema
    .createTable('alarm_devices')
    .addColumn('alarm_id', 'bigint', (column) => column.notNull().references('alarms.id').onDelete('cascade'))
    .addColumn('device_id', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('until', 'bigint')
    .addPrimaryKeyConstraint('alarm_devices_once', ['alarm_id', 'device_id'])
    .execute();
  await createTableWithId(db, engine, 'alarm_events')
    .addColumn('alarm_id', 'bigint', (column) => column.notNull().references('alarms.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('what', 'text', (column) => column.notNull())
    .addColumn('by', 'text')
    .addColumn('note', 'text')
    .execute();
  await db.schema.createIndex('alarm_events_by_alarm').on('alarm_events').column('alarm_id').execute();
  await createTableWithId(db, engine, 'duty_people')
    .addColumn('owner_id', 'bigint', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('chat_id', 'bigint')
    .execute();
  await createTableWithId(db, engine, 'alarm_mails')
    .addColumn('mail_key', 'text', (column) => column.notNull().unique())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('not_before', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('failure', 'text')
    .execute();
}
