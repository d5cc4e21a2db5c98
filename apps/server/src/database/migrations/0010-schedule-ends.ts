import { type Kysely, sql } from 'kysely';

/**
 * A schedule ends as its deliveries do, and is late as they were sent. Until now it counted as executed as soon as its
 * command was accepted.
 */
export async function addScheduleEnds(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('deliveries').addColumn('sent_at', 'bigint').execute();
  await correctScheduleEnds(db);
}

/** Gives the schedules that counted as executed the outcome that follows from their deliveries. */
export async function correctScheduleEnds(db: Kysely<unknown>): Promise<void> {
  const counted = sql`outcome in ('eseguita', 'in ritardo')`;
  const has = (delivery: ReturnType<typeof sql>) =>
    sql`exists (select 1 from deliveries where deliveries.command_id = schedules.command_id and ${delivery})`;
  await sql`
    update schedules set executed = 0, outcome = 'in corso', outcome_reason = null, finished_at = null
      where ${counted} and ${has(sql`state in ('accettato', 'inviato')`)}`.execute(db);
  await sql`
    update schedules set outcome = case
        when ${has(sql`state <> 'superato'`)} then 'non confermata' else 'superata' end, outcome_reason = null
      where ${counted} and ${has(sql`state <> 'confermato'`)}`.execute(db);
}
