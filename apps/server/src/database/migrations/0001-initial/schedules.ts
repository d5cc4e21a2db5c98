import type { Kysely } from 'kysely';
import type { Engine } from '../../engine.ts';
import { createTableWithId } from '../table-with-id.ts';

/** Commands for later. */
export async function createSchedulesTable(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'schedules')
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
}
