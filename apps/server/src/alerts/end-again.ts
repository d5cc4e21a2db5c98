import { NEXT_ALERT_WITHIN_MS } from '@semaforo/contract/domain/alert-rules';
import type { Kysely } from 'kysely';
import type { AuditContext } from '../database/audit-trail.ts';
import type { Database } from '../database/schema.ts';
import { appointStep } from './appoint-step.ts';
import { ownersFor } from './open-alerts.ts';
import { type StoredAlert, selectAlerts, toAlert } from './stored-alert.ts';

/**
 * What ended within a minute before the beginning of an alert left its lamps for that (docs/rules.md#alerts). If it
 * never begins, the others end once more, now without it; where they changed everything already, nothing comes of it.
 */
export async function endAgain(
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
