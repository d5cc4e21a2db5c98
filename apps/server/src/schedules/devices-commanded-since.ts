import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { StoredSchedule } from './stored-schedule.ts';

/** The devices that a schedule may not command any more (docs/rules.md#execution); see the repository's port. */
export async function devicesCommandedSince(
  db: Kysely<Database>,
  { id, executeAt }: Pick<StoredSchedule, 'id' | 'executeAt'>,
  until: number | undefined,
): Promise<Set<number>> {
  let newer = db
    .selectFrom('commands')
    .innerJoin('deliveries', 'deliveries.command_id', 'commands.id')
    .leftJoin('schedules', 'schedules.id', 'commands.schedule_id')
    .select('deliveries.device_id')
    .distinct()
    // A lamp test is no command that a schedule gives way to: it goes back to what was there.
    .where('commands.origin', '!=', 'prova')
    .where('commands.id', '>', (eb) => eb.fn.coalesce(lastCommandBefore(db, executeAt), eb.val(0)))
    .where('commands.id', '>', (eb) =>
      eb.selectFrom('schedules as own').select('own.after_command').where('own.id', '=', id),
    )
    .where((eb) =>
      eb.or([
        eb.and([eb('schedules.id', 'is', null), eb('commands.created_at', '>', executeAt)]),
        eb('schedules.execute_at', '>', executeAt),
        eb.and([eb('schedules.execute_at', '=', executeAt), eb('schedules.id', '>', id)]),
      ]),
    );
  if (until !== undefined) newer = newer.where('commands.created_at', '<=', until);
  return new Set((await newer.execute()).flatMap(({ device_id }) => device_id ?? []));
}

/**
 * Of the same millisecond a command of a schedule may be newer, that of a person is not. Ids grow with time and, unlike
 * times, have an index: looked for from the newest backwards, it is near.
 */
function lastCommandBefore(db: Kysely<Database>, instant: number) {
  return db
    .selectFrom('commands')
    .select('id')
    .where('created_at', '<', instant)
    .orderBy('id', 'desc')
    .limit(1);
}
