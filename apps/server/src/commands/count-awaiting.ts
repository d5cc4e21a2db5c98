import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';

/** How much of each kind is still to be done for a group. */
export type WhatAwaits = { schedules: number; plans: number; alerts: number };

/** Counts what waits that is for a group; undefined when nothing does. To be called in the transaction that asks. */
export async function countAwaiting(
  db: Kysely<Database>,
  { id, now }: { id: number; now: number },
): Promise<WhatAwaits | undefined> {
  const schedules = await db
    .selectFrom('schedules')
    .select('id')
    .where('group_id', '=', id)
    .where('plan_id', 'is', null)
    .where('executed', '=', 0)
    .where('outcome', 'is', null)
    .execute();
  const plans = await db
    .selectFrom('plans')
    .select('id')
    .where('group_id', '=', id)
    .where('deleted_at', 'is', null)
    .where('author_id', 'is not', null)
    .execute();
  // An alert is open to the end of what it has begun, which may be later than it is for.
  const alerts = await db
    .selectFrom('alerts')
    .leftJoin('schedules as begin', 'begin.id', 'alerts.begin_id')
    .leftJoin('schedules as end', 'end.id', 'alerts.end_id')
    .select('alerts.id')
    .where('alerts.group_id', '=', id)
    .where('alerts.owner_id', 'is not', null)
    .where((eb) => eb.or([eb('end.outcome', 'is', null), eb('end.outcome', '=', 'mancata')]))
    .where((eb) =>
      eb.or([
        eb.and([eb('decision', 'in', ['proposta', 'confermata']), eb('to_at', '>', now)]),
        eb.and([eb('decision', '=', 'confermata'), eb('begin.outcome', 'not in', ['mancata', 'annullata'])]),
      ]),
    )
    .execute();
  const counts = { schedules: schedules.length, plans: plans.length, alerts: alerts.length };
  return Object.values(counts).some((count) => count > 0) ? counts : undefined;
}
