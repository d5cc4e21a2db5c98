import { labelOf } from '@semaforo/contract/domain/label';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { type ListEvents, ownedBy } from '../notifications/notification.ts';

const OF_THRESHOLDS = ['threshold', 'rapid', 'cleared'] as const;

/** Lists where water rose above a threshold, rose fast or fell back, for other systems. */
export function createListThresholdEvents(db: Kysely<Database>): ListEvents {
  return async (since) => {
    const rows = await db
      .selectFrom('gauge_events')
      .innerJoin('devices', 'devices.id', 'gauge_events.device_id')
      .select(['device_id', 'number', 'at', 'kind', 'color', 'level', 'sentence', 'alert_id'])
      .select(['devices.name', 'devices.topic', 'devices.owner_id'])
      .where('at', '>=', since)
      .where('kind', 'in', OF_THRESHOLDS)
      .orderBy('at')
      .execute();
    return rows.map(({ device_id: id, number, at, owner_id: ownerId, ...row }) => ({
      ...{ key: `gauge:${id}:${number}`, event: 'sensor.threshold' as const, at },
      dataFor: ownedBy(ownerId, {
        ...{ sensor_id: id, name: labelOf(row), topic: row.topic, kind: row.kind, color: row.color },
        ...{ level: row.level, sentence: row.sentence, alert_id: row.alert_id, user_id: ownerId },
      }),
    }));
  };
}
