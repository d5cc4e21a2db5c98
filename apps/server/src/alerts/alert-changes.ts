import { wasDone } from '@semaforo/contract/domain/alert-rules';
import type { Kysely } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import { type ListEvents, type OutboundEvent, ownedBy } from '../notifications/notification.ts';
import { isoTime } from '../platform/clock.ts';
import { conditionOf, type StoredAlert, selectAlerts, toAlert } from './stored-alert.ts';

/** Lists the alerts that were proposed, began or ended, for other systems; exercises are marked by `drill`. */
export function createListAlertChanges(db: Kysely<Database>): ListEvents {
  return async (since) => {
    const events: OutboundEvent[] = [];
    for (const some of inChunks(await listChanged(db, since))) {
      const rows = await selectAlerts(db).where('alerts.id', 'in', some).orderBy('alerts.id').execute();
      events.push(...rows.flatMap((row) => eventsOf(toAlert(row))).filter(({ at }) => at >= since));
    }
    return events;
  };
}

/** Of which anything may have happened since then. */
async function listChanged(db: Kysely<Database>, since: number): Promise<number[]> {
  const decided = await db
    .selectFrom('alerts')
    .select('id')
    .where((eb) => eb.or([eb('created_at', '>=', since), eb('decided_at', '>=', since)]))
    .execute();
  const stepped = await db
    .selectFrom('schedules')
    .select('alert_id as id')
    .where('alert_id', 'is not', null)
    .where((eb) => eb.or([eb('finished_at', '>=', since), eb('outcome', '=', 'in corso')]))
    .execute();
  return [...new Set([...decided, ...stepped].flatMap(({ id }) => id ?? []))];
}

const ENDED: readonly string[] = ['conclusa', 'revocata', 'superata'];

function eventsOf(alert: StoredAlert): OutboundEvent[] {
  const { id, begin, end, createdAt } = alert;
  const { state } = conditionOf(alert, createdAt);
  const dataFor = ownedBy(alert.owner?.id ?? null, dataOf(alert, state));
  if (state === 'proposta')
    return [{ key: `alert:${id}:proposed`, event: 'alert.proposed', at: createdAt, dataFor }];
  if (!begin || !wasDone(begin.outcome)) return [];
  const began = { key: `alert:${id}:began:${begin.id}`, event: 'alert.began', at: begin.at } as const;
  const hasEnded = ENDED.includes(state);
  const events: OutboundEvent[] = [{ ...began, dataFor }];
  if (hasEnded) {
    const at = end?.at ?? alert.decidedAt ?? begin.at;
    events.push({ key: `alert:${id}:ended:${end?.id ?? 0}`, event: 'alert.ended', at, dataFor });
  }
  return events;
}

function dataOf(alert: StoredAlert, state: string): object {
  return {
    id: alert.id,
    color: alert.color,
    state,
    drill: alert.drill,
    from: isoTime(alert.from),
    to: isoTime(alert.to),
    reason: alert.reason,
    source: alert.source,
    zone: alert.whom.zone,
    group: alert.whom.group,
    sensor_id: alert.gauge?.id ?? null,
    author: alert.author?.username ?? null,
    user_id: alert.owner?.id ?? null,
    username: alert.owner?.username ?? null,
  };
}
