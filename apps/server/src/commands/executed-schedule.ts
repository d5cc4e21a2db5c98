import type { Kysely } from 'kysely';
import { compileOnceForRows } from '../database/compile-once.ts';
import type { Database } from '../database/schema.ts';

/**
 * The schedule that a command executes, claimed with a fencing token. Its command is under way from the transaction
 * that stores the command.
 */
export type ExecutedSchedule = { id: number; token: number };

/** Thrown when the claim was lost or the schedule had ended before its command was stored: then nothing was stored. */
export class ClaimLostError extends Error {}

/**
 * Those of the schedules of which this server still holds the claim. From here to the commit no other server can
 * execute or end them.
 */
export async function listClaimed(
  db: Kysely<Database>,
  schedules: readonly ExecutedSchedule[],
): Promise<Set<number>> {
  if (schedules.length === 0) return new Set();
  const tokens = new Map(schedules.map(({ id, token }) => [id, token]));
  const locked = await lockWaiting(
    db,
    schedules.map(({ id }) => ({ id })),
  );
  return new Set(
    locked.flatMap(({ id, fencing_token: token }) => (tokens.get(id) === Number(token) ? id : [])),
  );
}

const lockWaiting = compileOnceForRows((db, schedules: readonly { id: number }[]) =>
  db
    .updateTable('schedules')
    .set((eb) => ({ fencing_token: eb.ref('fencing_token') }))
    .where(
      'id',
      'in',
      schedules.map(({ id }) => id),
    )
    .where('executed', '=', 0)
    .where('outcome', 'is', null)
    .returning(['id', 'fencing_token']),
);

/** Says that schedules became these commands. Each ends with the last delivery of its command. */
export async function beginSchedules(
  db: Kysely<Database>,
  begun: readonly { id: number; commandId: number }[],
): Promise<void> {
  if (begun.length > 0) await setCommands(db, begun);
}

const setCommands = compileOnceForRows((db, begun: readonly { id: number; commandId: number }[]) =>
  db
    .updateTable('schedules')
    .set((eb) => ({
      outcome: 'in corso',
      command_id: eb
        .selectFrom('commands')
        .select('commands.id')
        .whereRef('commands.schedule_id', '=', 'schedules.id')
        .where(
          'commands.id',
          'in',
          begun.map(({ commandId }) => commandId),
        ),
    }))
    .where(
      'schedules.id',
      'in',
      begun.map(({ id }) => id),
    ),
);
