import type { AlarmState, SystemAlarm } from '@semaforo/contract/domain/alarm-rules';
import type { Insertable, Kysely } from 'kysely';
import type { AlarmEventsTable } from '../database/schema/alarms.ts';
import type { Database } from '../database/schema.ts';
import type { Outage, StoredOutage } from './database-outage.ts';

const KIND: SystemAlarm = 'base dati';

/** The alarm of the database in the database itself: what is known of it before it is away, and what it was. */
export type OutagesRepository = {
  find: () => Promise<StoredOutage>;
  /**
   * Stores what happened while the database was away. `leads`: the alarm goes on from there; otherwise another server
   * tells of alarms, and it is stored as one that is over.
   */
  store: (outage: Outage, at: { now: number; leads: boolean; detail: string }) => Promise<void>;
};

export function createOutagesRepository(db: Kysely<Database>): OutagesRepository {
  return {
    find: () => find(db),
    store: (outage, { now, leads, detail }) =>
      db.transaction().execute(async (transaction) => {
        const open = leads ? await find(transaction) : undefined;
        const alarmId = open
          ? await goOn(transaction, open, { outage, now })
          : await insert(transaction, { outage, now, detail, state: leads ? 'aperto' : 'chiuso' });
        const events = eventsOf(outage, { now, isNew: !open || open.state === 'risolto', isOver: !leads });
        for (const event of events) {
          await transaction
            .insertInto('alarm_events')
            .values({ alarm_id: alarmId, ...event })
            .execute();
        }
      }),
  };
}

function find(db: Kysely<Database>): Promise<StoredOutage> {
  return db
    .selectFrom('alarms')
    .select(['id', 'state', 'told', 'next_tell_at'])
    .where('kind', '=', KIND)
    .where('owner_id', 'is', null)
    .where('state', '<>', 'chiuso')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

async function insert(
  db: Kysely<Database>,
  { outage, now, detail, state }: { outage: Outage; now: number; detail: string; state: AlarmState },
): Promise<number> {
  const isOver = state === 'chiuso';
  const { id } = await db
    .insertInto('alarms')
    .values({
      ...{ kind: KIND, owner_id: null, state, detail, opened_at: outage.since, returns: 0 },
      ...{ state_at: isOver ? now : outage.since, taken_by: null, held_until: null, note: null },
      ...{ check_at: null, told: outage.told, next_tell_at: isOver ? null : outage.nextNotificationAt },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What a person has taken in charge stays theirs. */
async function goOn(
  db: Kysely<Database>,
  { id, state }: NonNullable<StoredOutage>,
  { outage: { told, nextNotificationAt }, now }: { outage: Outage; now: number },
): Promise<number> {
  if (state === 'preso in carico') return id;
  await db
    .updateTable('alarms')
    .set((eb) => ({
      ...{ told, next_tell_at: nextNotificationAt },
      ...(state === 'risolto' && {
        ...{ state: 'aperto' as const, state_at: now, taken_by: null, returns: eb('returns', '+', 1) },
      }),
    }))
    .where('id', '=', id)
    .where('state', '=', state)
    .execute();
  return id;
}

function eventsOf(
  { since, tellings }: Outage,
  { now, isNew, isOver }: { now: number; isNew: boolean; isOver: boolean },
): Omit<Insertable<AlarmEventsTable>, 'alarm_id'>[] {
  const ofConsole = { by: null, note: null, key: null };
  return [
    ...(isNew ? [{ at: since, what: 'aperto' as const, ...ofConsole }] : []),
    ...tellings.map(({ at, name, ways }) => ({
      ...{ at, what: 'avvisato' as const, key: null, by: name, note: ways.join(',') },
    })),
    ...(isOver ? [{ at: now, what: 'chiuso' as const, ...ofConsole }] : []),
  ];
}
