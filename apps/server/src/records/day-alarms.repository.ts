import { alarmTitle } from '@semaforo/contract/domain/alarm-title';
import { DAY_SHEET_NAMES, namesOf } from '@semaforo/contract/domain/day-sheet-rows';
import { groupBy } from '@semaforo/contract/domain/group-by';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import type { Kysely } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import { isoTime } from '../platform/clock.ts';
import type { DaySource } from './day-source.ts';

/** An alarm that comes and goes has many; the last ones say how it stands. */
const EVENTS_LISTED = 5;

/** The alarms that were not closed before a day, with who took them in charge. */
export function createDayAlarms(db: Kysely<Database>): DaySource {
  return async ({ ownerId, from, to, limit }) => {
    let all = db
      .selectFrom('alarms')
      .select(['id', 'kind', 'state', 'opened_at', 'state_at', 'detail', 'note'])
      .where('opened_at', '<', to)
      .where((eb) => eb.or([eb('state', '<>', 'chiuso'), eb('state_at', '>=', from)]))
      .orderBy('opened_at')
      .orderBy('id')
      .limit(limit);
    if (ownerId !== undefined) all = all.where('owner_id', '=', ownerId);
    const alarms = await all.execute();
    const ids = alarms.map(({ id }) => id);
    const [devices, events] = [await listDevices(db, ids), await listEvents(db, ids)];
    return alarms.map((alarm) => {
      const { names, total } = devices.get(alarm.id) ?? { names: [], total: 0 };
      const history = events.get(alarm.id) ?? [];
      const taken = history.filter(({ what }) => what === 'preso in carico').at(-1);
      const title = alarmTitle(alarm.kind, names, total);
      return {
        kind: 'allarme',
        test: false,
        at: isoTime(alarm.opened_at),
        until: alarm.state === 'chiuso' ? isoTime(alarm.state_at) : null,
        what: alarm.detail === null ? title : `${title} (${alarm.detail})`,
        whom: namesOf(total, names),
        outcome:
          history.length === 0 ? 'aperto' : history.slice(-EVENTS_LISTED).map(describeEvent).join('; '),
        author: taken?.by ?? null,
        approved_by: null,
      };
    });
  };
}

type Published = { what: string; at: number; by: string | null; note: string | null };

function describeEvent({ what, at, by, note }: Published): string {
  const { date, time } = romeWallTime(at);
  const [, month, day] = date.split('-');
  return [`${what} il ${day}/${month} alle ${time}`, by && `da ${by}`, note && `(${note})`]
    .filter((part) => part !== null && part !== '')
    .join(' ');
}

async function listDevices(db: Kysely<Database>, alarmIds: readonly number[]) {
  const found: { alarm_id: number; name: string; total: number | string }[] = [];
  for (const some of inChunks(alarmIds)) {
    const rows = await db
      .selectFrom((eb) =>
        eb
          .selectFrom('alarm_devices')
          .select(['alarm_id', 'name'])
          .select(({ fn }) => [
            fn
              .agg<number>('row_number')
              .over((over) => over.partitionBy('alarm_id').orderBy('since').orderBy('device_id'))
              .as('place'),
            fn
              .countAll<number>()
              .over((over) => over.partitionBy('alarm_id'))
              .as('total'),
          ])
          .where('alarm_id', 'in', some)
          .as('named'),
      )
      .selectAll()
      .where('place', '<=', DAY_SHEET_NAMES)
      .orderBy('place')
      .execute();
    for (const row of rows) found.push(row);
  }
  const named = [...groupBy(found, ({ alarm_id: id }) => id)];
  return new Map(
    named.map(([id, rows]) => [
      id,
      { names: rows.map(({ name }) => name), total: Number(rows[0]?.total ?? 0) },
    ]),
  );
}

/** What people and the machine did with alarms, without whom was told. */
async function listEvents(db: Kysely<Database>, alarmIds: readonly number[]) {
  const found: (Published & { alarm_id: number })[] = [];
  for (const some of inChunks(alarmIds)) {
    const rows = await db
      .selectFrom('alarm_events')
      .select(['alarm_id', 'what', 'at', 'by', 'note'])
      .where('alarm_id', 'in', some)
      .where('what', '<>', 'avvisato')
      .orderBy('id')
      .execute();
    for (const row of rows) found.push(row);
  }
  return groupBy(found, ({ alarm_id: id }) => id);
}
