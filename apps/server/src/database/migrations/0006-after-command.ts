import type { Kysely } from 'kysely';

/**
 * Says which command was the newest when a schedule was made: whatever the clock then said, no earlier one is newer
 * than the schedule.
 */
export async function addAfterCommand(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('schedules')
    .addColumn('after_command', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
