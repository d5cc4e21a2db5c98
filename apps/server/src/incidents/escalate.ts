import type { DutyPerson } from '@semaforo/contract/api/alarms';
import { SYSTEM_ALARMS } from '@semaforo/contract/domain/alarm-rules';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { ChannelName, Enqueue } from '../notifications/notification.ts';
import type { Clock } from '../platform/clock.ts';
import { alarmText } from './alarm-text.ts';
import type { AlarmsRepository, StoredAlarm } from './alarms.repository.ts';
import type { DutyRepository } from './duty.repository.ts';

const WAYS: Readonly<Record<ChannelName, string>> = {
  citizens: 'avviso ai cittadini',
  telegram: 'Telegram',
  email: 'e-mail',
  push: 'notifica',
  webhook: 'avviso a un programma',
};

/** The channels by which a person was notified, as the page of the alarm names them. */
export function nameWays(channels: readonly ChannelName[]): string {
  return channels.map((channel) => WAYS[channel]).join(',');
}

/** Somebody on duty, as notifications are addressed. */
export function toAudience({ chat_id: chatId, email, push_id: browserId }: DutyPerson) {
  return { to: 'person' as const, chatId, email, browserId };
}

/**
 * Tells the next person of each open alarm whose time has come. The notification is stored in the transaction of the
 * step, which one server claims: two servers, or one that crashed midway, notify no person twice. Returns the owners of
 * the alarms that were notified.
 */
export function createEscalate(options: {
  db: Kysely<Database>;
  alarms: Pick<AlarmsRepository, 'find'>;
  duty: Pick<DutyRepository, 'list'>;
  enqueue: Enqueue;
  escalateMs: number;
  clock: Clock;
}): () => Promise<ReadonlySet<number | null>> {
  const { db, enqueue, clock, escalateMs } = options;

  const listDue = (now: number) =>
    db
      .selectFrom('alarms')
      .select('id')
      .where('state', '=', 'aperto')
      .where('next_tell_at', '<=', now)
      .orderBy('id')
      .execute();

  /** An owner without a list of people on duty is notified by the pages alone. */
  const notify = async (alarm: StoredAlarm, now: number): Promise<boolean> => {
    const people = await options.duty.list(alarm.owner_id);
    const person = people[alarm.told];
    const hasNext = alarm.told + 1 < people.length;
    return db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('alarms')
        .set({
          told: person === undefined ? alarm.told : alarm.told + 1,
          next_tell_at: hasNext ? now + escalateMs : null,
        })
        .where('id', '=', alarm.id)
        .where('state', '=', 'aperto')
        .where('told', '=', alarm.told)
        .where('next_tell_at', '=', alarm.next_tell_at)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      if (person) await storeNotification(transaction, { enqueue, alarm, person, now });
      return true;
    });
  };

  return async () => {
    const owners = new Set<number | null>();
    const now = clock.now();
    for (const { id } of await listDue(now)) {
      const alarm = await options.alarms.find(id);
      if (alarm && alarm.state === 'aperto' && (await notify(alarm, now))) owners.add(alarm.owner_id);
    }
    return owners;
  };
}

async function storeNotification(
  db: Kysely<Database>,
  { enqueue, alarm, person, now }: { enqueue: Enqueue; alarm: StoredAlarm; person: DutyPerson; now: number },
): Promise<void> {
  const key = `alarm:${alarm.id}:${alarm.state_at}:${alarm.told}`;
  const facts = { text: alarmText(alarm), path: `/allarmi#allarme-${alarm.id}` };
  const channels = await enqueue({ audience: toAudience(person), key, kind: 'alarm', facts }, db);
  await db
    .insertInto('alarm_events')
    .values({
      ...{ alarm_id: alarm.id, at: now, what: 'avvisato', by: person.name, note: nameWays(channels) },
    })
    .execute();
}

/** True for what is wrong with the system itself, not with devices without an owner. */
export function isOfSystem({ kind }: Pick<StoredAlarm, 'kind'>): boolean {
  return SYSTEM_ALARMS.some((one) => one === kind);
}
