import type { Kysely } from 'kysely';

/**
 * Says which server has a command or a claimed schedule under way, and which deliveries were sent: what a restart
 * goes on with.
 */
export async function addServedBy(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('commands').addColumn('served_by', 'text').execute();
  await db.schema.alterTable('schedules').addColumn('leased_by', 'text').execute();
  await db.schema
    .alterTable('deliveries')
    .addColumn('sent', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
