import type { Insertable, Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** What a schedule is; the rest of its row is that of one that waits for its time. */
type NewRow = Pick<
  Insertable<Database['schedules']>,
  'author_id' | 'username' | 'color' | 'device_type' | 'execute_at' | 'created_at' | 'whom'
> &
  Partial<Insertable<Database['schedules']>>;

/**
 * Inserts a schedule that waits for its time, and gives way to the commands that follow; resolves to its id. To be
 * called in the transaction of whatever appoints it.
 */
export async function insertWaitingSchedule(db: Kysely<Database>, row: NewRow): Promise<number> {
  return (await insertWaiting(db, row).returning('id').executeTakeFirstOrThrow()).id;
}

/** Inserts one time of a plan, which waits likewise; nothing when it is there already. */
export async function insertTimeOfPlan(
  db: Kysely<Database>,
  row: NewRow & Required<Pick<NewRow, 'plan_id' | 'plan_day' | 'plan_step'>>,
): Promise<void> {
  await insertWaiting(db, row)
    .onConflict((conflict) =>
      conflict.columns(['plan_id', 'plan_day', 'plan_step', 'execute_at']).doNothing(),
    )
    .execute();
}

function insertWaiting(db: Kysely<Database>, row: NewRow) {
  return db.insertInto('schedules').values({
    executed: 0,
    outcome: null,
    outcome_reason: null,
    finished_at: null,
    leased_until: null,
    fencing_token: 0,
    after_command: (eb) =>
      eb.fn.coalesce(
        eb.selectFrom('commands').select(({ fn }) => fn.max('id').as('id')),
        eb.val(0),
      ),
    command_id: null,
    ...row,
  });
}
