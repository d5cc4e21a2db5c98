import type { Kysely } from 'kysely';
import type { Engine } from '../engine.ts';
import { createTableOfDevices } from './table-of-devices.ts';
import { createTableWithId } from './table-with-id.ts';

/** Recurring plans (docs/rules.md#recurring-plans). Each of their times is a schedule, claimed like the others. */
export async function addPlans(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'plans')
    .addColumn('author_id', 'bigint', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('color', 'text', (column) => column.notNull())
    .addColumn('device_type', 'text', (column) => column.notNull())
    .addColumn('whom', 'text', (column) => column.notNull())
    .addColumn('group_id', 'bigint')
    .addColumn('group_name', 'text')
    .addColumn('repeat', 'text', (column) => column.notNull())
    .addColumn('every', 'integer', (column) => column.notNull())
    .addColumn('days', 'text', (column) => column.notNull())
    .addColumn('dates', 'text', (column) => column.notNull())
    .addColumn('exceptions', 'text', (column) => column.notNull())
    .addColumn('starts_on', 'text', (column) => column.notNull())
    .addColumn('ends_on', 'text')
    .addColumn('begin_moment', 'text', (column) => column.notNull())
    .addColumn('end_moment', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('paused', 'integer', (column) => column.notNull())
    .addColumn('active_from', 'bigint', (column) => column.notNull())
    .addColumn('appointed_until', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
  await db.schema.createIndex('plans_by_author').on('plans').column('author_id').execute();
  await createTableOfDevices(db, { table: 'plan_devices', of: 'plan_id', in: 'plans.id' });
  const schedules = db.schema.alterTable('schedules');
  await schedules.addColumn('plan_id', 'bigint').execute();
  await schedules.addColumn('plan_day', 'text').execute();
  await schedules.addColumn('plan_step', 'text').execute();
  // Two servers that appoint the times of one plan appoint each once. What is of no plan never conflicts.
  await db.schema
    .createIndex('schedules_by_plan')
    .on('schedules')
    .columns(['plan_id', 'plan_day', 'plan_step', 'execute_at'])
    .unique()
    .execute();
}
