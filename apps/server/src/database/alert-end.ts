import type { Kysely } from 'kysely';
import { type AuditContext, appendAudits } from './audit-trail.ts';
import type { Database } from './schema.ts';

/**
 * Ends the alerts of a user who is deleted, each with its audit row: what was confirmed is revoked, what was proposed
 * is superseded. What a person had ended stays as that person decided; nothing awaits anybody any more. No lamp changes
 * by that. To be called in the transaction that deletes the user, before the schedules that would end them are
 * cancelled.
 */
export async function endAlertsOf(
  db: Kysely<Database>,
  ownerId: number,
  { at, author }: AuditContext,
): Promise<void> {
  const open = await db
    .selectFrom('alerts')
    .leftJoin('schedules as end', 'end.id', 'alerts.end_id')
    .select(['alerts.id', 'alerts.decision', 'alerts.end_id'])
    .where('alerts.owner_id', '=', ownerId)
    .where((eb) =>
      eb.or([
        eb('decision', '=', 'proposta'),
        eb.and([
          eb('decision', '=', 'confermata'),
          eb.or([eb('end.outcome', 'is', null), eb('end.outcome', 'in', ['mancata', 'annullata'])]),
        ]),
        // A person ended it, and the command that should have was missed.
        eb('end.outcome', '=', 'mancata'),
      ]),
    )
    .execute();
  const note = `L’utente è stato eliminato da ${author.username}`;
  const ended = open.map(({ id, decision }) => ({ id, before: decision, after: decisionAfter(decision) }));
  for (const { id, before, after } of ended) {
    await db
      .updateTable('alerts')
      .set(after === before ? { end_id: null } : { decision: after, decided_at: at, note, end_id: null })
      .where('id', '=', id)
      .execute();
  }
  const decided = ended.filter(({ before, after }) => after !== before);
  await appendAudits(
    db,
    decided.map(({ id, before, after }) => ({
      at,
      author,
      action: after === 'superata' ? 'alerts.supersede' : 'alerts.revoke',
      target: `alert:${id}`,
      before: { decision: before },
      after: { decision: after, note },
    })),
  );
}

function decisionAfter(decision: Database['alerts']['decision']) {
  if (decision === 'proposta') return 'superata' as const;
  return decision === 'confermata' ? ('revocata' as const) : decision;
}
