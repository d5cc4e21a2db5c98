import type { Kysely } from 'kysely';
import { compileOnce } from '../database/compile-once.ts';
import type { Database } from '../database/schema.ts';

/**
 * The schedule that a command executes, claimed with a fencing token. Its command is under way from the transaction
 * that stores the command.
 */
export type ExecutedSchedule = { id: number; token: number };

/** Thrown when the claim was lost or the schedule had ended before its command was stored: then nothing was stored. */
export class ClaimLostError extends Error {}

/**
 * True when this server still holds the claim on the schedule. From here to the commit no other server can execute or
 * end it.
 */
export async function holdsClaim(db: Kysely<Database>, { id, token }: ExecutedSchedule): Promise<boolean> {
  return (await lockClaimed(db, { id, token })).length > 0;
}

const lockClaimed = compileOnce((db, { id, token }: ExecutedSchedule) =>
  db
    .updateTable('schedules')
    .set({ fencing_token: token })
    .where('id', '=', id)
    .where('executed', '=', 0)
    .where('outcome', 'is', null)
    .where('fencing_token', '=', token)
    .returning('id'),
);

/** Says that a schedule became this command. It ends with the last delivery of the command. */
export async function beginSchedule(
  db: Kysely<Database>,
  { id }: ExecutedSchedule,
  commandId: number,
): Promise<void> {
  await setCommand(db, { id, commandId });
}

const setCommand = compileOnce((db, { id, commandId }: { id: number; commandId: number }) =>
  db.updateTable('schedules').set({ outcome: 'in corso', command_id: commandId }).where('id', '=', id),
);
