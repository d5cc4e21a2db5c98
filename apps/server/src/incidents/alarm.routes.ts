import type { AlarmRecord, alarmRoutes } from '@semaforo/contract/api/alarms';
import type { AlarmAct } from '@semaforo/contract/domain/alarm-rules';
import type { Kysely } from 'kysely';
import { appendAudit } from '../database/audit-trail.ts';
import type { Database } from '../database/schema.ts';
import { authorOf } from '../http/author-of.ts';
import type { Call, Handlers } from '../http/handlers.ts';
import { StreamedText } from '../http/streamed-text.ts';
import type { ReachPerson } from '../notifications/notification.ts';
import { type Actor, maySee } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import { runInChunks } from '../platform/run-in-chunks.ts';
import { toAlarmRecord } from './alarm-records.ts';
import type { AlarmsRepository, StoredAlarm } from './alarms.repository.ts';
import { readAvailability, writeAvailabilityCsv } from './availability.ts';
import type { DutyRepository } from './duty.repository.ts';
import { testDuty } from './test-duty.ts';

const CHANGED = new Refusal('conflict', {
  code: 'alarm-changed',
  message: 'L’allarme è cambiato nel frattempo: guarda com’è adesso',
});
const NOT_YOUR_CHAT = new Refusal('unprocessable', {
  code: 'unknown-chat',
  message: 'La chat indicata non è fra quelle collegate al tuo utente',
});

const NOT_YOUR_BROWSER = new Refusal('unprocessable', {
  code: 'unknown-push-device',
  message: 'Il dispositivo indicato non è fra quelli che ricevono le tue notifiche',
});

export function createAlarmHandlers(options: {
  db: Kysely<Database>;
  repository: AlarmsRepository;
  duty: DutyRepository;
  reach: ReachPerson;
  /** What the actor may see, by name. */
  listDevices: (actor: Actor) => Parameters<typeof readAvailability>[1];
  holdMs: number;
  escalateMs: number;
  hasMail: boolean;
  hasBot: boolean;
  changed: (ownerId: number | null) => void;
  clock: Clock;
}): Handlers<typeof alarmRoutes> {
  const { db, repository, duty, holdMs, escalateMs, clock } = options;
  const record = async (alarm: StoredAlarm) =>
    toAlarmRecord(alarm, await duty.list(alarm.owner_id), escalateMs);
  const act = async (how: AlarmAct, call: Call<typeof alarmRoutes.takeAlarm>) => {
    const alarm = await repository.find(call.params.id);
    if (!alarm || !maySee(call.actor, alarm.owner_id)) return notFound();
    const note = call.body?.note ?? null;
    const done = await repository.act(alarm, {
      ...{ act: how, author: authorOf(call), at: clock.now(), note, holdMs, escalateMs },
    });
    if (!done) return CHANGED;
    options.changed(alarm.owner_id);
    const now = await repository.find(alarm.id);
    return now ? record(now) : notFound();
  };
  const readDuty = async (ownerId: number | null) => ({
    people: await duty.list(ownerId),
    ...{ minutes: escalateMs / 60_000, mail: options.hasMail, telegram: options.hasBot },
  });
  const availability = (actor: Actor, month: string) =>
    readAvailability(db, options.listDevices(actor), { month, now: clock.now() });
  return {
    listAlarms: async ({ actor, query }) => {
      const alarms = await repository.list({
        ownerId: actor.role === 'admin' ? undefined : actor.id,
        before: query.before,
      });
      const people = await duty.listAll();
      const records: AlarmRecord[] = [];
      await runInChunks(alarms, (some) => {
        for (const alarm of some)
          records.push(toAlarmRecord(alarm, people.get(alarm.owner_id) ?? [], escalateMs));
      });
      return records;
    },
    takeAlarm: (call) => act('prendi', call),
    giveBackAlarm: (call) => act('restituisci', call),
    resolveAlarm: (call) => act('risolvi', call),
    closeAlarm: (call) => act('chiudi', call),
    getDuty: ({ actor }) => readDuty(dutyOwner(actor)),
    saveDuty: async (call) => {
      const { people } = call.body;
      const { id } = call.actor;
      for (const { chat_id: chatId, push_id: pushId } of people) {
        if (chatId !== null && !(await duty.ownsChat(id, chatId))) return NOT_YOUR_CHAT;
        if (pushId !== null && !(await duty.ownsBrowser(id, pushId))) return NOT_YOUR_BROWSER;
      }
      await duty.save(dutyOwner(call.actor), people, { author: authorOf(call), at: clock.now() });
      return readDuty(dutyOwner(call.actor));
    },
    testDuty: async (call) => {
      const at = clock.now();
      const people = await duty.list(dutyOwner(call.actor));
      const results = await testDuty(people, { reach: options.reach, key: `test:${call.actor.id}:${at}` });
      const notTaken = results.filter(({ failure }) => failure !== null).map(({ name }) => name);
      await db.transaction().execute((transaction) =>
        appendAudit(transaction, {
          ...{ at, author: authorOf(call), action: 'alarms.duty-test', target: 'duty' },
          after: { people: people.length, notTaken },
        }),
      );
      return { results };
    },
    getAvailability: ({ actor, query }) => availability(actor, query.month),
    exportAvailability: async ({ actor, query }) =>
      new StreamedText(writeAvailabilityCsv(await availability(actor, query.month))),
  };
}

/** Admins keep the list of the system. */
function dutyOwner({ id, role }: Actor): number | null {
  return role === 'admin' ? null : id;
}
