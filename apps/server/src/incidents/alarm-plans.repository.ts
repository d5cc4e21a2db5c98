import { SYSTEM_ALARMS } from '@semaforo/contract/domain/alarm-rules';
import type { Kysely } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import { type AlarmPlan, notifiedOfTogether, type OpenAlarm, type Raised } from './plan-alarms.ts';

/** Of a storm: far less than a block of the event loop. */
const ALARMS_AT_ONCE = 50;

/** The alarms as the machine sees them: what is open, and what a look changes. */
export type AlarmPlans = {
  listOpen: () => Promise<OpenAlarm[]>;
  /** What was raised by the last look that was stored. */
  listRaised: () => Promise<Raised[]>;
  /** Stores what a look changes. What a person changed meanwhile stays as the person left it. */
  store: (plan: AlarmPlan, now: number) => Promise<void>;
};

export function createAlarmPlans(db: Kysely<Database>): AlarmPlans {
  return {
    listOpen: () => listOpen(db),
    listRaised: async () => {
      const devices = await db
        .selectFrom('alarm_devices')
        .innerJoin('alarms', 'alarms.id', 'alarm_devices.alarm_id')
        .select(['kind', 'owner_id', 'device_id', 'name', 'detail'])
        .where('until', 'is', null)
        .where('state', '<>', 'chiuso')
        .execute();
      const parts = await db
        .selectFrom('alarms')
        .select(['kind', 'detail'])
        .where('kind', 'in', SYSTEM_ALARMS)
        .where('state', 'in', ['aperto', 'preso in carico'])
        .execute();
      return [
        ...devices.map(({ owner_id: ownerId, device_id: deviceId, ...thing }) => ({
          ...thing,
          ownerId,
          deviceId,
        })),
        ...parts.map((part) => ({ ...part, ownerId: null, deviceId: null, name: '' })),
      ];
    },
    // An alarm is stored as a whole; of a storm only some at once, so that others have their turn.
    store: async (plan, now) => {
      for (const some of inChunks(plan.opened, ALARMS_AT_ONCE)) {
        await db.transaction().execute((transaction) => open(transaction, some, now));
      }
      for (const some of inChunks(plan.changed, ALARMS_AT_ONCE)) {
        await db.transaction().execute(async (transaction) => {
          for (const change of some) await apply(transaction, change, now);
        });
      }
    },
  };
}

async function listOpen(db: Kysely<Database>): Promise<OpenAlarm[]> {
  const alarms = await db
    .selectFrom('alarms')
    .select(['id', 'kind', 'owner_id', 'state', 'state_at', 'held_until'])
    .where('state', '<>', 'chiuso')
    .execute();
  const devices = new Map(alarms.map(({ id }) => [id, new Map<number, { holds: boolean }>()]));
  for (const some of inChunks([...devices.keys()], ALARMS_AT_ONCE)) {
    const rows = await db
      .selectFrom('alarm_devices')
      .select(['alarm_id', 'device_id', 'until'])
      .where('alarm_id', 'in', some)
      .execute();
    for (const { alarm_id: alarmId, device_id: deviceId, until } of rows) {
      devices.get(alarmId)?.set(deviceId, { holds: until === null });
    }
  }
  return alarms.map(({ id, kind, owner_id, state, state_at, held_until }) => ({
    ...{ id, kind, state, ownerId: owner_id, stateAt: state_at, heldUntil: held_until },
    devices: devices.get(id) ?? new Map(),
  }));
}

/** Those of one look: of each kind and owner at most one. */
async function open(db: Kysely<Database>, opened: AlarmPlan['opened'], now: number): Promise<void> {
  const alarms = await db
    .insertInto('alarms')
    .values(
      opened.map(({ kind, ownerId, detail }) => ({
        ...{ kind, owner_id: ownerId, state: 'aperto' as const, opened_at: now, state_at: now, detail },
        ...{
          taken_by: null,
          held_until: null,
          note: null,
          returns: 0,
          told: 0,
          next_tell_at: now,
          check_at: null,
        },
      })),
    )
    .returning(['id', 'kind', 'owner_id'])
    .execute();
  const ids = new Map(
    alarms.map(({ id, kind, owner_id: ownerId }) => [notifiedOfTogether({ kind, ownerId }), id]),
  );
  const things = opened.flatMap((one) => {
    const alarmId = ids.get(notifiedOfTogether(one));
    return alarmId === undefined ? [] : one.devices.map((thing) => ({ alarmId, thing }));
  });
  await addDevices(db, things, now);
  await db
    .insertInto('alarm_events')
    .values(
      alarms.map(({ id }) => ({ alarm_id: id, at: now, what: 'aperto', by: null, note: null, key: null })),
    )
    .execute();
}

async function apply(
  db: Kysely<Database>,
  { alarm, state, joined, left }: AlarmPlan['changed'][number],
  now: number,
): Promise<void> {
  const things = joined.map((thing) => ({ alarmId: alarm.id, thing }));
  await addDevices(db, things, now);
  for (const some of inChunks(left)) {
    await db
      .updateTable('alarm_devices')
      .set({ until: now })
      .where('alarm_id', '=', alarm.id)
      .where('device_id', 'in', some)
      .execute();
  }
  if (state === alarm.state) return;
  const isOpen = state === 'aperto';
  const { numUpdatedRows } = await db
    .updateTable('alarms')
    .set((eb) => ({
      ...{ state, state_at: now, held_until: null, next_tell_at: isOpen ? now : null, check_at: null },
      ...(isOpen && { told: 0, taken_by: null, returns: eb('returns', '+', 1) }),
    }))
    .where('id', '=', alarm.id)
    .where('state', '=', alarm.state)
    .executeTakeFirst();
  if (numUpdatedRows === 0n || state === 'preso in carico') return;
  await db
    .insertInto('alarm_events')
    .values({ alarm_id: alarm.id, at: now, what: state, by: null, note: null, key: null })
    .execute();
}

async function addDevices(
  db: Kysely<Database>,
  things: readonly { alarmId: number; thing: Raised }[],
  now: number,
): Promise<void> {
  const rows = things.flatMap(({ alarmId, thing: { deviceId, name } }) =>
    deviceId === null ? [] : [{ alarm_id: alarmId, device_id: deviceId, name, since: now, until: null }],
  );
  for (const some of inChunks(rows)) {
    await db
      .insertInto('alarm_devices')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['alarm_id', 'device_id']).doUpdateSet({ since: now, until: null }),
      )
      .execute();
  }
}
