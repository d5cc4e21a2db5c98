import { alarmTitle } from '@semaforo/contract/domain/alarm-title';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { type ListEvents, ownedBy } from '../notifications/notification.ts';
import { isoTime } from '../platform/clock.ts';
import { createAlarmsRepository } from './alarms.repository.ts';
import { isOfSystem } from './escalate.ts';

const DEVICES_NAMED = 100;

/** Lists the alarms that were opened (again) or resolved, for other systems. */
export function createListAlarmChanges(db: Kysely<Database>): ListEvents {
  const { find } = createAlarmsRepository(db);
  return async (since) => {
    const rows = await db
      .selectFrom('alarm_events')
      .select(['id', 'alarm_id', 'at', 'what', 'by'])
      .where('at', '>=', since)
      .where('what', 'in', ['aperto', 'risolto'])
      .orderBy('id')
      .execute();
    const events = rows.map(async ({ id, alarm_id: alarmId, at, what, by }) => {
      const alarm = await find(alarmId);
      if (!alarm) return [];
      const names = alarm.devices.map(({ name }) => name);
      const data = {
        id: alarmId,
        kind: alarm.kind,
        title: alarmTitle(alarm.kind, names),
        detail: alarm.detail,
        system: isOfSystem(alarm),
        opened_at: isoTime(alarm.opened_at),
        returns: alarm.returns,
        devices: alarm.devices
          .slice(0, DEVICES_NAMED)
          .map(({ device_id, name }) => ({ id: device_id, name })),
        device_count: alarm.devices.length,
        by,
        user_id: alarm.owner_id,
        username: alarm.owner,
      };
      const event = what === 'aperto' ? ('alarm.opened' as const) : ('alarm.resolved' as const);
      return [{ key: `alarm-event:${id}`, event, at, dataFor: ownedBy(alarm.owner_id, data) }];
    });
    return (await Promise.all(events)).flat();
  };
}
