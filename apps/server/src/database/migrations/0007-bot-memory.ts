import { type Kysely, sql } from 'kysely';

/** What the bot has told of errors and of the broker, and which server sends a notice: it outlives the process. */
export async function addBotMemory(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('bot_told_errors')
    // With a device's state goes what was told of it.
    .addColumn('device_id', 'bigint', (column) =>
      column.notNull().references('device_states.device_id').onDelete('cascade'),
    )
    .addColumn('told_to', 'bigint', (column) => column.notNull())
    .addColumn('standing', 'text', (column) => column.notNull())
    .addColumn('told_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('bot_told_errors_pk', ['device_id', 'told_to'])
    .execute();
  // What is in error was told by whoever served the database until now.
  await sql`
    insert into bot_told_errors (device_id, told_to, standing, told_at)
    select device_id, 0, 'error', coalesce(status_updated_at, 0) from device_states where error = 1
    union all
    select device_id, owner_id, 'error', coalesce(status_updated_at, 0)
      from device_states join devices on devices.id = device_id where error = 1 and owner_id is not null`.execute(
    db,
  );
  await db.schema
    .createTable('bot_told_outage')
    .addColumn('since', 'bigint', (column) => column.primaryKey())
    .execute();
  await db.schema.alterTable('bot_outbox').addColumn('sending_by', 'text').execute();
}
