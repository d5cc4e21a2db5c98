import type { ScheduleOutcome } from '@semaforo/contract/domain/schedule-rules';
import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from './audit-trail.ts';
import type { Database } from './schema.ts';

/** How schedules end, and who ends them; `commandId` is the command that executed it. */
type ScheduleEnd = AuditContext & { outcome: ScheduleOutcome; reason: string | null; commandId?: number };

/**
 * Ends active schedules, each with its audit row: one by id (with `token` only while that claim holds), or all of an
 * author. Returns how many were ended. To be called in the transaction of whatever ends them.
 */
export async function endSchedules(
  db: Kysely<Database>,
  which: { id: number; token?: number } | { authorId: number },
  end: ScheduleEnd,
): Promise<number> {
  const { outcome, reason, at, commandId } = end;
  let query = db
    .updateTable('schedules')
    .set({ executed: 1, outcome, outcome_reason: reason, finished_at: at })
    .where('executed', '=', 0);
  if (commandId !== undefined) query = query.set({ command_id: commandId });
  if ('id' in which) query = query.where('id', '=', which.id);
  else query = query.where('author_id', '=', which.authorId);
  if ('token' in which) query = query.where('fencing_token', '=', which.token);
  const ended = await query.returning('id').execute();
  for (const { id } of ended) await appendScheduleEnd(db, id, end);
  return ended.length;
}

/** Writes into the audit how a schedule ended. */
export function appendScheduleEnd(
  db: Kysely<Database>,
  id: number,
  { outcome, reason, at, author, commandId }: ScheduleEnd,
): Promise<void> {
  return appendAudit(db, {
    at,
    author,
    action: 'schedules.end',
    target: `schedule:${id}`,
    after: { outcome, reason, ...(commandId !== undefined && { commandId }) },
  });
}
