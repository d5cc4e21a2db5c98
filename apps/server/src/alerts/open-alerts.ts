import { groupBy } from '@semaforo/contract/domain/group-by';
import type { Kysely } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import { type StoredAlert, selectAlerts, toAlert } from './stored-alert.ts';

/** The confirmed alerts whose end was not done, of all Comuni. */
export async function listAllOpen(db: Kysely<Database>): Promise<StoredAlert[]> {
  return (await selectOpen(db).orderBy('alerts.id').execute()).map(toAlert);
}

/** Those that may determine lamps of each of these Comuni: its own, and those of admins. */
export async function listOpenOf(
  db: Kysely<Database>,
  ownerIds: readonly number[],
): Promise<(ownerId: number) => StoredAlert[]> {
  const ofAdmins: StoredAlert[] = [];
  const ofOthers: { ownerId: number; alert: StoredAlert }[] = [];
  const admins = await listAdmins(db);
  for (const some of inChunks([...new Set([...ownerIds, ...admins])])) {
    for (const row of await selectOpen(db).where('alerts.owner_id', 'in', some).execute()) {
      const alert = toAlert(row);
      if (alert.owner?.role === 'admin') ofAdmins.push(alert);
      else if (alert.owner) ofOthers.push({ ownerId: alert.owner.id, alert });
    }
  }
  const ofOwners = groupBy(ofOthers, ({ ownerId }) => ownerId);
  return (ownerId) =>
    [...(ofOwners.get(ownerId) ?? []).map(({ alert }) => alert), ...ofAdmins].sort((a, b) => a.id - b.id);
}

/**
 * A Comune and the admins: whose alerts may be for its devices. Asked for first: then the alerts of these few are found
 * by their owner on both engines, however many are open.
 */
export async function ownersFor(db: Kysely<Database>, ownerId: number): Promise<number[]> {
  return [ownerId, ...(await listAdmins(db))];
}

async function listAdmins(db: Kysely<Database>): Promise<number[]> {
  const admins = await db.selectFrom('users').select('id').where('role', '=', 'admin').execute();
  return admins.map(({ id }) => id);
}

function selectOpen(db: Kysely<Database>) {
  return selectAlerts(db)
    .where('decision', '=', 'confermata')
    .where((eb) => eb.or([eb('end.outcome', 'is', null), eb('end.outcome', '=', 'mancata')]));
}
