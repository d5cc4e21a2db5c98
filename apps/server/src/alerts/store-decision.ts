import { type AlertDecision, NEXT_ALERT_WITHIN_MS, wasDone } from '@semaforo/contract/domain/alert-rules';
import type { ExpressionBuilder, Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import { endSchedules } from '../database/schedule-end.ts';
import type { Database } from '../database/schema.ts';
import { appointStep } from './appoint-step.ts';
import { ownersFor } from './open-alerts.ts';
import { type StoredAlert, selectAlerts, toAlert } from './stored-alert.ts';

/** What is decided of an alert, and as what it is in the audit. */
export type Decision = AuditContext & {
  decision: AlertDecision;
  action: string;
  note: string | null;
  /** True when what was set by hand during the alert ends with it; it stays otherwise. */
  endsOverrides?: boolean;
  /** True when its end leads to verde; else to what the signals showed before it. */
  endsVerde?: boolean;
};

/**
 * What a decision appoints: times (epoch ms) of a beginning and an end. `closes`: what waits is taken back, and what
 * has begun ends at once.
 */
export type Appointment = { begin?: number; end?: number; closes?: true };

/** Stores a decision and appoints what follows; see the repository's port. To be called in a transaction. */
export async function storeDecision(
  db: Kysely<Database>,
  alert: StoredAlert,
  { at, author, decision, action, note, endsOverrides = false, endsVerde = false }: Decision,
  appointment: Appointment,
): Promise<boolean> {
  const byPerson = author.id !== null;
  const isSecond = decision === 'confermata' && alert.decision === 'proposta' && alert.author !== null;
  const { numUpdatedRows } = await db
    .updateTable('alerts')
    .set({
      decision,
      decided_at: at,
      decided_by: author.id,
      ...(note !== null && { note }),
      ...(endsOverrides && { ends_overrides: 1 }),
      ...(endsVerde && { ends_verde: 1 }),
      ...(byPerson && decision === 'confermata' && { end_confirmed: 1 }),
      ...(isSecond && { approved_by: author.username }),
      ...(byPerson && alert.author === null && { author_id: author.id, author_name: author.username }),
    })
    .where(isUnchanged(alert))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (appointment.closes) await close(db, alert, { at, author });
  else await appoint(db, alert, { at, author, ...appointment });
  await appendAudit(db, {
    at,
    author,
    action,
    target: `alert:${alert.id}`,
    before: { decision: alert.decision },
    after: {
      decision,
      ...(isSecond && { askedBy: alert.author?.username }),
      ...(note !== null && { note }),
      ...(endsOverrides && { endsOverrides }),
      ...(endsVerde && { endsVerde }),
    },
  });
  return true;
}

/** True of the row while it is as it was read. */
function isUnchanged({ id, decision, author, endConfirmed, begin, end }: StoredAlert) {
  return (eb: ExpressionBuilder<Database, 'alerts'>) =>
    eb.and([
      eb('id', '=', id),
      eb('decision', '=', decision),
      eb('author_name', author === null ? 'is' : '=', author?.username ?? null),
      eb('end_confirmed', '=', endConfirmed ? 1 : 0),
      eb.or([eb('begin_id', 'is', null), eb('begin_id', '=', begin?.id ?? 0)]),
      eb.or([eb('end_id', 'is', null), eb('end_id', '=', end?.id ?? 0)]),
    ]);
}

/**
 * Takes back a refusal, a revocation or a conclusion: what was a proposal is one again; what was in course goes on, and
 * begins once more if its end was already on its way. To be called in a transaction; false when it was decided
 * otherwise since it was read.
 */
export async function undoDecision(
  db: Kysely<Database>,
  alert: StoredAlert,
  { at, author }: AuditContext,
): Promise<boolean> {
  const { begin, end, endConfirmed } = alert;
  const wasProposed = alert.decision === 'rifiutata';
  const decision = wasProposed ? 'proposta' : 'confermata';
  const { numUpdatedRows } = await db
    .updateTable('alerts')
    .set({
      decision,
      decided_at: wasProposed ? null : at,
      decided_by: null,
      note: null,
      ends_overrides: 0,
      ends_verde: 0,
      // Who refused a proposal did not ask for it.
      ...(wasProposed && alert.author?.id === author.id && { author_id: null, author_name: null }),
    })
    .where(isUnchanged(alert))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (!wasProposed) {
    const isBefore = end !== null && (await takeBack(db, end.id, { at, author }));
    const goesOn = isBefore && wasDone(begin?.outcome);
    await appoint(db, alert, {
      ...{ at, author },
      ...(!goesOn && { begin: begin?.at ?? alert.from }),
      ...(endConfirmed && { end: alert.to }),
    });
  }
  await appendAudit(db, {
    ...{ at, author, action: 'alerts.undo', target: `alert:${alert.id}` },
    ...{ before: { decision: alert.decision }, after: { decision } },
  });
  return true;
}

/** What was appointed before and still waits is taken back. */
async function appoint(
  db: Kysely<Database>,
  alert: StoredAlert,
  { begin, end, ...act }: AuditContext & Appointment,
): Promise<void> {
  const { username } = act.author;
  if (begin !== undefined) await appointStep(db, alert, { step: 'inizio', at: begin, now: act.at, username });
  if (end === undefined) return;
  if (alert.end) await takeBack(db, alert.end.id, act);
  await appointStep(db, alert, { step: 'fine', at: end, now: act.at, username });
}

async function close(db: Kysely<Database>, alert: StoredAlert, act: AuditContext): Promise<void> {
  if (alert.end) await takeBack(db, alert.end.id, act);
  if (await neverBegins(db, alert, act)) return endAgain(db, alert, act);
  await appointStep(db, alert, { step: 'fine', at: act.at, now: act.at, username: act.author.username });
}

/** True when its beginning was missed, or still to come and taken back. It may have begun since it was read. */
async function neverBegins(
  db: Kysely<Database>,
  { begin }: StoredAlert,
  act: AuditContext,
): Promise<boolean> {
  if (!begin || (await takeBack(db, begin.id, act))) return true;
  const stored = await db
    .selectFrom('schedules')
    .select('outcome')
    .where('id', '=', begin.id)
    .executeTakeFirst();
  return stored?.outcome === 'mancata' || stored?.outcome === 'annullata';
}

/** False when it has begun, or has ended otherwise. */
async function takeBack(db: Kysely<Database>, scheduleId: number, act: AuditContext): Promise<boolean> {
  return (await endSchedules(db, { id: scheduleId }, { ...act, outcome: 'annullata', reason: null })) > 0;
}

/**
 * What ended within a minute before the beginning of an alert left its lamps for that (docs/rules.md#alerts). If it
 * never begins, the others end once more, now without it; where they changed everything already, nothing comes of it.
 */
async function endAgain(
  db: Kysely<Database>,
  { id, owner, begin }: StoredAlert,
  { at, author }: AuditContext,
): Promise<void> {
  if (!begin) return;
  let ended = selectAlerts(db)
    .where('alerts.id', '!=', id)
    .where('decision', '=', 'confermata')
    // By when it was done, which may be later than its hour: that is when the lamps were left.
    .where((eb) =>
      eb.or([
        eb('end.finished_at', 'is', null),
        eb('end.finished_at', '>=', begin.at - NEXT_ALERT_WITHIN_MS),
      ]),
    )
    .where('end.execute_at', '<=', Math.min(begin.at, at))
    .where('end.outcome', 'is not', null)
    .where('end.outcome', 'not in', ['mancata', 'annullata']);
  if (owner && owner.role !== 'admin') {
    ended = ended.where('alerts.owner_id', 'in', await ownersFor(db, owner.id));
  }
  for (const row of await ended.execute()) {
    await appointStep(db, toAlert(row), { step: 'fine', at, now: at, username: author.username });
  }
}
