import type { DutyPerson } from '@semaforo/contract/api/alarms';
import { SYSTEM_ALARMS } from '@semaforo/contract/domain/alarm-rules';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { alarmText } from './alarm-text.ts';
import type { AlarmsRepository, StoredAlarm } from './alarms.repository.ts';
import type { DutyRepository } from './duty.repository.ts';
import { toMail } from './reach-people.ts';

/** Sends by the bot, once for a key; resolves once it is stored. `chatId` is the console's. */
export type TellChat = (message: { chatId: number; key: string; text: string }) => Promise<void>;

/**
 * Stores a notification for a browser (by the console's id), once for a key, in the transaction of the step; false when
 * that browser is gone.
 */
export type TellBrowser = (
  db: Kysely<Database>,
  message: { pushId: number; key: string; alarmId: number; text: string; now: number },
) => Promise<boolean>;

/**
 * Tells the next person of each open alarm whose time has come. Whoever claims the step stores its e-mail in the same
 * transaction, and a message of the bot has a key that is stored once: two servers, or one that crashed midway, tell
 * nobody twice. Returns the owners of the alarms that were told of.
 */
export function createEscalate(options: {
  db: Kysely<Database>;
  alarms: Pick<AlarmsRepository, 'find'>;
  duty: Pick<DutyRepository, 'list'>;
  tellChat: TellChat;
  tellBrowser: TellBrowser;
  hasMail: boolean;
  escalateMs: number;
  clock: Clock;
}): () => Promise<ReadonlySet<number | null>> {
  const { db, clock, escalateMs } = options;

  const listDue = (now: number) =>
    db
      .selectFrom('alarms')
      .select('id')
      .where('state', '=', 'aperto')
      .where('next_tell_at', '<=', now)
      .orderBy('id')
      .execute();

  const tell = async (alarm: StoredAlarm, now: number): Promise<boolean> => {
    const people = await options.duty.list(alarm.owner_id);
    const person = people[alarm.told];
    const hasNext = alarm.told + 1 < people.length;
    const text = alarmText(alarm);
    const key = `alarm:${alarm.id}:${alarm.state_at}:${alarm.told}`;
    // Not the owner's alarm, but of nobody: whoever has no list is told by the pages alone.
    if (person?.chat_id != null) await options.tellChat({ chatId: person.chat_id, key, text });
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
      if (person) await storeTelling(transaction, { ...options, alarm, person, text, key, now });
      return true;
    });
  };

  return async () => {
    const owners = new Set<number | null>();
    const now = clock.now();
    for (const { id } of await listDue(now)) {
      const alarm = await options.alarms.find(id);
      if (alarm && alarm.state === 'aperto' && (await tell(alarm, now))) owners.add(alarm.owner_id);
    }
    return owners;
  };
}

async function storeTelling(
  db: Kysely<Database>,
  telling: {
    alarm: StoredAlarm;
    person: DutyPerson;
    text: string;
    key: string;
    now: number;
    hasMail: boolean;
    tellBrowser: TellBrowser;
  },
): Promise<void> {
  const { alarm, person, text, key, now } = telling;
  const byBrowser =
    person.push_id !== null &&
    (await telling.tellBrowser(db, { pushId: person.push_id, key, alarmId: alarm.id, text, now }));
  const byMail = person.email !== null && telling.hasMail;
  if (byMail) {
    await db
      .insertInto('alarm_mails')
      .values({
        ...{ mail_key: key, ...toMail(person.email ?? '', text) },
        ...{ created_at: now, not_before: 0, attempts: 0, finished_at: null, failure: null },
      })
      .onConflict((conflict) => conflict.column('mail_key').doNothing())
      .execute();
  }
  const ways = [
    ...(person.chat_id === null ? [] : ['Telegram']),
    ...(byMail ? ['e-mail'] : []),
    ...(byBrowser ? ['notifica'] : []),
  ];
  await db
    .insertInto('alarm_events')
    .values({ alarm_id: alarm.id, at: now, what: 'avvisato', by: person.name, note: ways.join(',') })
    .execute();
}

/** True for what is wrong with the system itself, not with devices of nobody. */
export function isOfSystem({ kind }: Pick<StoredAlarm, 'kind'>): boolean {
  return SYSTEM_ALARMS.some((one) => one === kind);
}
