import { type AlarmAct, afterAct } from '@semaforo/contract/domain/alarm-rules';
import { groupBy } from '@semaforo/contract/domain/group-by';
import type { Kysely, Selectable } from 'kysely';
import { type AuditAuthor, appendAudit } from '../database/audit-trail.ts';
import { inChunks } from '../database/in-chunks.ts';
import type { AlarmDevicesTable, AlarmEventsTable, AlarmsTable } from '../database/schema/alarms.ts';
import type { NotificationsTable } from '../database/schema/notifications.ts';
import type { Database } from '../database/schema.ts';

const CLOSED_SHOWN = 50;
/** With all their devices: far less than a block of the event loop. */
const READ_AT_ONCE = 50;

/** An alarm with its devices and whom it was told, oldest first. */
export type StoredAlarm = Selectable<AlarmsTable> & {
  owner: string | null;
  devices: Selectable<AlarmDevicesTable>[];
  tellings: Telling[];
};

/** That a person was notified, and what became of each message. */
export type Telling = Selectable<AlarmEventsTable> & {
  sent: Pick<Selectable<NotificationsTable>, 'channel' | 'outcome' | 'failure'>[];
};

export type AlarmsRepository = {
  /** Those not closed, then the last closed ones with ids below `before`. `ownerId` undefined: everybody's. */
  list: (query: { ownerId: number | undefined; before: number | undefined }) => Promise<StoredAlarm[]>;
  find: (id: number) => Promise<StoredAlarm | undefined>;
  /** Does what a person does, with its audit row; false when its state has changed since. */
  act: (alarm: StoredAlarm, act: PersonsAct) => Promise<boolean>;
};

export type PersonsAct = {
  act: AlarmAct;
  author: AuditAuthor;
  at: number;
  note: string | null;
  holdMs: number;
  escalateMs: number;
  /** In the same transaction; false: nothing is done. */
  using?: (transaction: Kysely<Database>) => Promise<boolean>;
};

const EVENTS: Readonly<Record<AlarmAct, { what: AlarmEventsTable['what']; action: string }>> = {
  prendi: { what: 'preso in carico', action: 'alarms.take' },
  restituisci: { what: 'restituito', action: 'alarms.give-back' },
  risolvi: { what: 'risolto', action: 'alarms.resolve' },
  chiudi: { what: 'chiuso', action: 'alarms.close' },
};

export function createAlarmsRepository(db: Kysely<Database>): AlarmsRepository {
  return {
    list: async ({ ownerId, before }) => {
      const ids = () => {
        const all = db.selectFrom('alarms').select('id').orderBy('id', 'desc');
        return ownerId === undefined ? all : all.where('owner_id', '=', ownerId);
      };
      const open = before === undefined ? await ids().where('state', '<>', 'chiuso').execute() : [];
      const closed = ids().where('state', '=', 'chiuso').limit(CLOSED_SHOWN);
      const past = await (before === undefined ? closed : closed.where('id', '<', before)).execute();
      const all: StoredAlarm[] = [];
      for (const some of inChunks([...open, ...past], READ_AT_ONCE)) {
        const alarms = await readAlarms(
          db,
          some.map(({ id }) => id),
        );
        for (const alarm of alarms) all.push(alarm);
      }
      return all;
    },
    find: async (id) => (await readAlarms(db, [id]))[0],
    act: (alarm, act) => db.transaction().execute((transaction) => store(transaction, alarm, act)),
  };
}

/** The last ones first. */
async function readAlarms(db: Kysely<Database>, ids: readonly number[]): Promise<StoredAlarm[]> {
  const alarms = await db
    .selectFrom('alarms')
    .leftJoin('users', 'users.id', 'alarms.owner_id')
    .selectAll('alarms')
    .select('users.username as owner')
    .where('alarms.id', 'in', ids)
    .orderBy('alarms.id', 'desc')
    .execute();
  const devices = await db
    .selectFrom('alarm_devices')
    .selectAll()
    .where('alarm_id', 'in', ids)
    .orderBy('since')
    .orderBy('device_id')
    .execute();
  const notifications = await db
    .selectFrom('alarm_events')
    .selectAll()
    .where('alarm_id', 'in', ids)
    .where('what', '=', 'avvisato')
    .orderBy('id')
    .execute();
  const ofAlarm = ({ alarm_id: id }: { alarm_id: number }) => id;
  const sent = await db
    .selectFrom('notifications')
    .innerJoin('alarm_events', 'alarm_events.key', 'notifications.key')
    .select(['notifications.key', 'channel', 'outcome', 'failure'])
    .where('alarm_id', 'in', ids)
    .orderBy('notifications.id')
    .execute();
  const sentOf = groupBy(sent, ({ key }) => key);
  const tellings = notifications.map((one) => ({ ...one, sent: sentOf.get(one.key ?? '') ?? [] }));
  const [devicesOf, tellingsOf] = [groupBy(devices, ofAlarm), groupBy(tellings, ofAlarm)];
  return alarms.map((alarm) => ({
    ...alarm,
    devices: devicesOf.get(alarm.id) ?? [],
    tellings: tellingsOf.get(alarm.id) ?? [],
  }));
}

async function store(
  db: Kysely<Database>,
  alarm: StoredAlarm,
  { act, author, at, note, holdMs, escalateMs, using }: PersonsAct,
): Promise<boolean> {
  const state = afterAct(alarm.state, act);
  if (state === undefined) return false;
  if (using && !(await using(db))) return false;
  const { numUpdatedRows } = await db
    .updateTable('alarms')
    .set({
      ...{ state, state_at: at },
      ...(note !== null && { note }),
      held_until: act === 'prendi' ? at + holdMs : null,
      next_tell_at: act === 'restituisci' ? at + escalateMs : null,
      check_at: null,
      ...(act === 'prendi' && { taken_by: author.username }),
      ...(act === 'restituisci' && { taken_by: null }),
    })
    .where('id', '=', alarm.id)
    .where('state', '=', alarm.state)
    .where('state_at', '=', alarm.state_at)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const { what, action } = EVENTS[act];
  await db
    .insertInto('alarm_events')
    .values({ alarm_id: alarm.id, at, what, by: author.username, note, key: null })
    .execute();
  await appendAudit(db, {
    ...{ at, author, action, target: `alarm:${alarm.id}` },
    before: { state: alarm.state },
    after: { state, kind: alarm.kind, ...(note !== null && { note }) },
  });
  return true;
}
