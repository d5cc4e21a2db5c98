import type { AlarmRecord, alarmRoutes, DutyPerson, WrittenDutyPerson } from '@semaforo/contract/api/alarms';
import type { AlarmAct } from '@semaforo/contract/domain/alarm-rules';
import { DUTY_CHANNELS } from '@semaforo/contract/domain/duty-rules';
import type { Kysely } from 'kysely';
import { appendAudit } from '../database/audit-trail.ts';
import type { Database } from '../database/schema.ts';
import { authorOf } from '../http/author-of.ts';
import type { Call, Handlers } from '../http/handlers.ts';
import { StreamedText } from '../http/streamed-text.ts';
import type { ChannelName, ReachPerson } from '../notifications/notification.ts';
import { type Actor, maySee } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import { runInChunks } from '../platform/run-in-chunks.ts';
import { toAlarmRecord } from './alarm-records.ts';
import type { AlarmsRepository, StoredAlarm } from './alarms.repository.ts';
import { readAvailability, writeAvailabilityCsv } from './availability.ts';
import type { DutyRepository } from './duty.repository.ts';
import type { DutyMaintenanceRepository } from './duty-maintenance.repository.ts';
import { channelsOf } from './duty-person.ts';
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

const NO_TOKEN = new Refusal('unprocessable', {
  code: 'no-gotify-token',
  message: 'Per Gotify serve anche il token dell’applicazione, per questo indirizzo',
});

const ONLY_VOICE = new Refusal('unprocessable', {
  code: 'only-voice',
  message: 'Oltre alla telefonata serve un altro recapito, con cui confermare la prova settimanale',
});

const MAINTENANCE_AT_MOST_MS = 7 * 24 * 60 * 60_000;
const BAD_SPAN = new Refusal('unprocessable', {
  code: 'bad-span',
  message: 'La manutenzione finisce dopo l’inizio e dopo adesso, e dura al massimo 7 giorni',
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
  maintenance: DutyMaintenanceRepository;
  channels: readonly ChannelName[];
  /** When the channels are tested, as it is written. */
  testAt: string | null;
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
    ...{ minutes: escalateMs / 60_000, test_at: options.testAt },
    ...{ mail: options.channels.includes('email'), telegram: options.channels.includes('telegram') },
    channels: DUTY_CHANNELS.filter((channel) => options.channels.includes(channel)),
    maintenance: await options.maintenance.list(ownerId, clock.now()),
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
      const known = new Map((await duty.list(dutyOwner(call.actor))).map((person) => [person.id, person]));
      for (const person of people) {
        const refusal =
          refusalOf(person, known.get(person.id ?? 0)) ?? (await notOwnRefusal(duty, id, person));
        if (refusal) return refusal;
      }
      await duty.save(dutyOwner(call.actor), people, { author: authorOf(call), at: clock.now() });
      return readDuty(dutyOwner(call.actor));
    },
    addDutyMaintenance: async (call) => {
      const at = clock.now();
      const [from, to] = [Date.parse(call.body.from), Date.parse(call.body.to)];
      if (to <= Math.max(from, at) || to - from > MAINTENANCE_AT_MOST_MS) return BAD_SPAN;
      const owner = dutyOwner(call.actor);
      const { reason } = call.body;
      await options.maintenance.add(owner, { from, to, reason }, { author: authorOf(call), at });
      options.changed(owner);
      return readDuty(owner);
    },
    endDutyMaintenance: async (call) => {
      const owner = dutyOwner(call.actor);
      const act = { author: authorOf(call), at: clock.now() };
      if (!(await options.maintenance.end(owner, call.params.id, act))) return notFound();
      options.changed(owner);
      return readDuty(owner);
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

/** Why a person cannot be on duty as they are written; `former`: as they were. */
function refusalOf(person: WrittenDutyPerson, former: DutyPerson | undefined): Refusal | undefined {
  const { gotify, gotify_token: token } = person;
  // Kept for the server that it was written for: no other one gets it.
  if (gotify !== null && token === null && former?.gotify !== gotify) return NO_TOKEN;
  return person.voice !== null && channelsOf(person).length === 1 ? ONLY_VOICE : undefined;
}

async function notOwnRefusal(
  duty: DutyRepository,
  userId: number,
  { chat_id: chatId, push_id: pushId }: WrittenDutyPerson,
): Promise<Refusal | undefined> {
  if (chatId !== null && !(await duty.ownsChat(userId, chatId))) return NOT_YOUR_CHAT;
  return pushId !== null && !(await duty.ownsBrowser(userId, pushId)) ? NOT_YOUR_BROWSER : undefined;
}

/** Admins keep the list of the system. */
function dutyOwner({ id, role }: Actor): number | null {
  return role === 'admin' ? null : id;
}
