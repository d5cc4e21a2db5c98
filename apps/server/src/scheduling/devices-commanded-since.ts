import { UNDECIDED_ORIGINS } from '@semaforo/contract/domain/command-rules';
import type { Kysely } from 'kysely';
import { compileOnceForRows } from '../database/compile-once.ts';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import type { StoredSchedule } from './stored-schedule.ts';

/** Longer than it takes to store a command: whatever is stored later than this has greater ids, on every server. */
const STORED_WITHIN_MS = 600_000;

type Question = {
  deviceId: number;
  scheduleId: number;
  executeAt: number;
  longBefore: number;
  until: number;
};

/**
 * Of those devices the ones that a schedule may not command any more (docs/rules.md#execution); see the repository's
 * port. Looked for by device: of a crowd of one instant each asks about its own few, not about the commands of all.
 */
export async function devicesCommandedSince(
  db: Kysely<Database>,
  { id: scheduleId, executeAt }: Pick<StoredSchedule, 'id' | 'executeAt'>,
  { among, until = Number.MAX_SAFE_INTEGER }: { among: readonly number[]; until?: number | undefined },
): Promise<Set<number>> {
  const longBefore = executeAt - STORED_WITHIN_MS;
  const commanded = new Map<number, number>();
  for (const some of inChunks(among)) {
    const questions = some.map((deviceId) => ({ deviceId, scheduleId, executeAt, longBefore, until }));
    for (const { device_id, command_id } of await findCommanded(db, questions)) {
      if (device_id !== null) commanded.set(device_id, command_id);
    }
  }
  if (commanded.size === 0) return new Set();
  const before = (await lastCommandBefore(db, executeAt).executeTakeFirst())?.id ?? 0;
  return new Set([...commanded].flatMap(([deviceId, commandId]) => (commandId > before ? deviceId : [])));
}

const findCommanded = compileOnceForRows((db, questions: readonly Question[]) => {
  const [{ scheduleId, executeAt, longBefore, until }] = questions as [Question];
  return (
    db
      .selectFrom('deliveries')
      .innerJoin('commands', 'commands.id', 'deliveries.command_id')
      .leftJoin('schedules', 'schedules.id', 'commands.schedule_id')
      .select('deliveries.device_id')
      .select(({ fn }) => fn.max('commands.id').as('command_id'))
      .where(
        'deliveries.device_id',
        'in',
        questions.map(({ deviceId }) => deviceId),
      )
      .where('deliveries.id', '>', (eb) => eb.fn.coalesce(aDeliveryBefore(db, longBefore), eb.lit(0)))
      // A lamp test is no command that a schedule gives way to: it goes back to what was there.
      .where('commands.origin', 'not in', UNDECIDED_ORIGINS)
      .where('commands.id', '>', (eb) =>
        eb.selectFrom('schedules as own').select('own.after_command').where('own.id', '=', scheduleId),
      )
      .where((eb) =>
        eb.or([
          eb.and([eb('schedules.id', 'is', null), eb('commands.created_at', '>', executeAt)]),
          eb('schedules.execute_at', '>', executeAt),
          eb.and([eb('schedules.execute_at', '=', executeAt), eb('schedules.id', '>', scheduleId)]),
        ]),
      )
      .where('commands.created_at', '<=', until)
      .groupBy('deliveries.device_id')
  );
});

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

function aDeliveryBefore(db: Kysely<Database>, instant: number) {
  const command = db
    .selectFrom('commands')
    .select('id')
    .where('created_at', '<', instant)
    .orderBy('created_at', 'desc')
    .limit(1);
  return db.selectFrom('deliveries').select('id').where('command_id', '=', command).limit(1);
}
