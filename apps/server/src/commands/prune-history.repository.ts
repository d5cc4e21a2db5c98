import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';

/** Small: nothing else is stored while rows are deleted. */
const ROWS_A_STEP = 200;
/** By their ids: there is no index by time, and a scan would cost more than it finds. */
const COMMANDS_LOOKED_AT = 50;
const UNDER_WAY = ['accettato', 'inviato'] as const;

/**
 * Deletes some of the oldest commands and schedules from before a time, with their deliveries; resolves to how many
 * rows. What is under way or still to come is left, however old.
 */
export function createHistoryPruning(db: Kysely<Database>): (before: number) => Promise<number> {
  return async (before) => {
    const schedules = await pruneSchedules(db, before);
    return schedules > 0 ? schedules : pruneCommands(db, before);
  };
}

async function pruneSchedules(db: Kysely<Database>, before: number): Promise<number> {
  const old = await db
    .selectFrom('schedules')
    .select('id')
    .where('executed', '=', 1)
    .where('execute_at', '<', before)
    .limit(ROWS_A_STEP)
    .execute();
  const ids = old.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('schedule_devices').where('schedule_id', 'in', ids).execute();
    await transaction.deleteFrom('schedules').where('id', 'in', ids).execute();
  });
  return ids.length;
}

/** A command goes when the last of its deliveries has gone: one to thousands of devices goes in several steps. */
async function pruneCommands(db: Kysely<Database>, before: number): Promise<number> {
  const oldest = await db
    .selectFrom('commands')
    .select(['id', 'created_at'])
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('deliveries')
          .select('deliveries.id')
          .whereRef('deliveries.command_id', '=', 'commands.id')
          .where('state', 'in', UNDER_WAY),
      ).as('is_under_way'),
      exists(selectFrom('schedules').select('schedules.id').whereRef('command_id', '=', 'commands.id')).as(
        'is_scheduled',
      ),
    ])
    .orderBy('id')
    .limit(COMMANDS_LOOKED_AT)
    .execute();
  const command = oldest.find(
    ({ created_at, is_under_way, is_scheduled }) => created_at < before && !is_under_way && !is_scheduled,
  );
  if (!command) return 0;
  const deliveries = await db
    .selectFrom('deliveries')
    .select('id')
    .where('command_id', '=', command.id)
    .limit(ROWS_A_STEP)
    .execute();
  await db.transaction().execute(async (transaction) => {
    const ids = deliveries.map(({ id }) => id);
    if (ids.length > 0) await transaction.deleteFrom('deliveries').where('id', 'in', ids).execute();
    if (ids.length === ROWS_A_STEP) return;
    await transaction
      .updateTable('commands')
      .set({ source_id: null })
      .where('source_id', '=', command.id)
      .execute();
    await transaction.deleteFrom('commands').where('id', '=', command.id).execute();
  });
  return deliveries.length + 1;
}
