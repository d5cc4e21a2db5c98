import type { Kysely } from 'kysely';

/** What was asked of a device beside what it shows, and a key of its own for each command. */
export async function addAsked(db: Kysely<unknown>): Promise<void> {
  for (const [column, type] of [
    ['asked_value', 'text'],
    ['asked_at', 'bigint'],
    ['asked_by', 'text'],
  ] as const) {
    await db.schema.alterTable('device_states').addColumn(column, type).execute();
  }
  await db.schema.alterTable('deliveries').addColumn('shown', 'text').execute();
  await db.schema.alterTable('commands').addColumn('intent_key', 'text').execute();
  await db.schema.createIndex('commands_by_source').on('commands').column('source_id').execute();
  await db.schema.createIndex('commands_by_type').on('commands').columns(['device_type', 'id']).execute();
  await db.schema.createIndex('commands_by_intent').on('commands').column('intent_key').unique().execute();
}
