import type { Kysely } from 'kysely';

/** Whether a person ends an alert with verde instead of what the signals showed before it. */
export async function addAlertEndsVerde(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('alerts')
    .addColumn('ends_verde', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
