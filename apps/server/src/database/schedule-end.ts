import type { AuditOutcome } from '@semaforo/contract/domain/audit-outcome';
import type { ScheduleOutcome } from '@semaforo/contract/domain/schedule-rules';
import type { Kysely } from 'kysely';
import { type AuditContext, appendAudits } from './audit-trail.ts';
import type { Database } from './schema.ts';

/** How the end of a schedule is shown in the audit: as done only what was done. */
const AUDITED_AS: Readonly<Record<ScheduleOutcome, AuditOutcome>> = {
  'in corso': 'riuscita',
  eseguita: 'riuscita',
  'in ritardo': 'riuscita',
  annullata: 'riuscita',
  'non confermata': 'parziale',
  superata: 'rifiutata',
  mancata: 'fallita',
};

/** The names of the first devices that a schedule was for, and how many devices it was for. */
export type StoredTargets = { names: readonly string[]; total: number };

/** How a schedule ended, and who ended it; `commandId` is the command that it became. */
type ScheduleEnd = AuditContext & { outcome: ScheduleOutcome; reason: string | null; commandId?: number };

/**
 * Ends schedules that still wait for their time, each with its audit row: one by id (with `token` only while that claim
 * holds), or all of an author. Returns how many were ended. To be called in the transaction of whatever ends them.
 */
export async function endSchedules(
  db: Kysely<Database>,
  which: { id: number; token?: number } | { authorId: number },
  end: Omit<ScheduleEnd, 'commandId'> & { endedFor?: StoredTargets },
): Promise<number> {
  const { outcome, reason, at, endedFor } = end;
  let query = db
    .updateTable('schedules')
    .set({
      executed: 1,
      outcome,
      outcome_reason: reason,
      finished_at: at,
      ...(endedFor && { ended_devices: JSON.stringify(endedFor.names), ended_total: endedFor.total }),
    })
    .where('executed', '=', 0)
    .where('outcome', 'is', null);
  if ('id' in which) query = query.where('id', '=', which.id);
  else query = query.where('author_id', '=', which.authorId);
  if ('token' in which) query = query.where('fencing_token', '=', which.token);
  const ended = await query.returning('id').execute();
  await appendScheduleEnds(
    db,
    ended.map(({ id }) => ({ ...end, id })),
  );
  return ended.length;
}

/** Writes into the audit how schedules ended. */
export function appendScheduleEnds(
  db: Kysely<Database>,
  ends: readonly (ScheduleEnd & { id: number })[],
): Promise<void> {
  return appendAudits(
    db,
    ends.map(({ id, outcome, reason, at, author, commandId }) => ({
      at,
      author,
      action: 'schedules.end',
      target: `schedule:${id}`,
      outcome: AUDITED_AS[outcome],
      ...(reason !== null && { reason }),
      after: { outcome, reason, ...(commandId !== undefined && { commandId }) },
    })),
  );
}
