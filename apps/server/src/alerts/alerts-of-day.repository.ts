import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { conditionOf, type StoredAlert, selectAlerts, toAlert } from './stored-alert.ts';

/** An alert, when it began and ended or was to, and how it stands. */
export type AlertOfDay = Pick<StoredAlert, 'color' | 'whom' | 'reason' | 'drill' | 'approvedBy' | 'note'> & {
  at: number;
  until: number;
  state: ReturnType<typeof conditionOf>['state'];
  author: string | null;
  /** Why its beginning or its end went otherwise than planned; null when neither did. */
  trouble: string | null;
};

/** Reads the alerts that touch a time (epoch ms, `to` exclusive), of one owner or of all, by their beginning. */
export type ListAlertsOfDay = (day: {
  ownerId: number | undefined;
  from: number;
  to: number;
  limit: number;
}) => Promise<AlertOfDay[]>;

export function createListAlertsOfDay(db: Kysely<Database>, clock: Clock): ListAlertsOfDay {
  return async ({ ownerId, from, to, limit }) => {
    let all = selectAlerts(db)
      .where('alerts.from_at', '<', to)
      .where('alerts.to_at', '>', from)
      .orderBy('alerts.from_at')
      .orderBy('alerts.id')
      .limit(limit);
    if (ownerId !== undefined) all = all.where('alerts.owner_id', '=', ownerId);
    return (await all.execute()).map(toAlert).map((alert) => ({
      ...alert,
      at: alert.from,
      until: alert.to,
      state: conditionOf(alert, clock.now()).state,
      author: alert.author?.username ?? null,
      trouble: alert.end?.reason ?? alert.begin?.reason ?? null,
    }));
  };
}
