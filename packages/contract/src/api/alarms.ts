import { z } from 'zod';
import { ALARM_KINDS, ALARM_STATES } from '../domain/alarm-rules.ts';
import { addresses } from './addresses.ts';
import { byId, givenMonth, id, idInPath, time, visibleLine } from './fields.ts';
import { defineRoute } from './route.ts';

const MAX_NOTE_LENGTH = 500;
const PEOPLE_AT_MOST = 10;
/** Of a storm nobody reads all names. */
export const ALARM_DEVICES_SHOWN = 20;

const oneLine = (what: string, most: number) =>
  visibleLine(most, {
    empty: `Scrivi ${what}`,
    long: `Al massimo ${most} caratteri per ${what}`,
    hidden: `In ${what} ci sono caratteri invisibili`,
  });

/** Who is told, when and by what; `told` false: if nobody takes it in charge until then. */
const stepSchema = z.strictObject({
  name: z.string(),
  ways: z.array(z.string()),
  at: time,
  told: z.boolean(),
});

const alarmSchema = z.strictObject({
  id,
  kind: z.enum(ALARM_KINDS),
  state: z.enum(ALARM_STATES),
  /** Whose devices; null: of nobody, or the system's. */
  owner: z.string().nullable(),
  system: z.boolean(),
  detail: z.string().nullable(),
  opened_at: time,
  state_at: time,
  /** The first ones; `device_count` counts all, `holding` those that are still so. */
  devices: z.array(z.strictObject({ id, name: z.string(), since: time, until: time.nullable() })),
  device_count: z.int(),
  holding: z.int(),
  taken_by: z.string().nullable(),
  held_until: time.nullable(),
  note: z.string().nullable(),
  returns: z.int(),
  steps: z.array(stepSchema),
});

export type AlarmRecord = z.infer<typeof alarmSchema>;

const act = (summary: string) => ({
  summary,
  params: byId,
  body: z.strictObject({ note: oneLine('la nota', MAX_NOTE_LENGTH).optional() }).nullish(),
  success: { status: 200 as const, body: alarmSchema },
  refusals: [404, 409] as const,
});

const personSchema = z.strictObject({
  name: oneLine('il nome', 60),
  email: z.email('Indirizzo e-mail non valido').max(254, 'Indirizzo e-mail troppo lungo').nullable(),
  /** One of the own linked chats. */
  chat_id: id.nullable(),
  /** One of the own browsers that show notifications. */
  push_id: id.nullable().default(null),
});

/** A person as stored. */
const knownPersonSchema = z.strictObject({
  name: z.string(),
  email: z.string().nullable(),
  chat_id: id.nullable(),
  push_id: id.nullable(),
});

export type DutyPerson = z.infer<typeof knownPersonSchema>;

const dutySchema = z.strictObject({
  people: z.array(knownPersonSchema),
  /** Between one person and the next. */
  minutes: z.int(),
  /** Whether the server has a mail server, and a bot. */
  mail: z.boolean(),
  telegram: z.boolean(),
});

/** What came of one message; `way` null: nothing reaches the person. `failure` null: the channel took it. */
const dutyTrialSchema = z.strictObject({
  name: z.string(),
  way: z.string().nullable(),
  failure: z.string().nullable(),
});

export type DutyTrial = z.infer<typeof dutyTrialSchema>;

const monthQuery = z.strictObject({ month: givenMonth });

/**
 * `seconds`: of the month so far, from when the device was registered on; `down_seconds`: of them in error, as far as
 * errors are remembered; `percent`: null for a device that was never heard.
 */
const availabilitySchema = z.strictObject({
  month: z.string(),
  from: time,
  to: time,
  devices: z.array(
    z.strictObject({
      id,
      name: z.string(),
      seconds: z.int(),
      down_seconds: z.int(),
      errors: z.int(),
      percent: z.number().nullable(),
    }),
  ),
});

export type Availability = z.infer<typeof availabilitySchema>;

export const alarmRoutes = {
  listAlarms: defineRoute(addresses.listAlarms, {
    summary: 'Gli allarmi aperti, presi in carico e risolti, poi gli ultimi chiusi',
    query: z.strictObject({ before: idInPath.optional() }),
    success: { status: 200, body: z.array(alarmSchema) },
  }),
  takeAlarm: defineRoute(addresses.takeAlarm, act('Prende in carico un allarme: l’escalation si ferma')),
  giveBackAlarm: defineRoute(addresses.giveBackAlarm, act('Restituisce un allarme: l’escalation riprende')),
  resolveAlarm: defineRoute(addresses.resolveAlarm, act('Dice risolto un allarme preso in carico')),
  closeAlarm: defineRoute(addresses.closeAlarm, act('Chiude un allarme risolto')),
  getDuty: defineRoute(addresses.getDuty, {
    summary:
      'I propri reperibili, nell’ordine in cui sono avvisati; di un amministratore: quelli del sistema',
    success: { status: 200, body: dutySchema },
  }),
  saveDuty: defineRoute(addresses.saveDuty, {
    summary: 'Cambia i propri reperibili',
    body: z.strictObject({
      people: z
        .array(personSchema, 'Servono i reperibili')
        .max(PEOPLE_AT_MOST, `Al massimo ${PEOPLE_AT_MOST} reperibili`),
    }),
    success: { status: 200, body: dutySchema },
    refusals: [422],
  }),
  testDuty: defineRoute(addresses.testDuty, {
    summary:
      'Avvisa subito ogni reperibile, con un messaggio che dice di essere una prova, e dice che cosa è tornato',
    success: { status: 200, body: z.strictObject({ results: z.array(dutyTrialSchema) }) },
  }),
  getAvailability: defineRoute(addresses.getAvailability, {
    summary: 'Per quanto tempo del mese ogni dispositivo è stato senza errori',
    query: monthQuery,
    success: { status: 200, body: availabilitySchema },
  }),
  exportAvailability: defineRoute(addresses.exportAvailability, {
    summary: 'La disponibilità del mese come tabella',
    query: monthQuery,
    produces: { type: 'text/csv', fileName: 'disponibilita.csv' },
    success: { status: 200, body: z.string() },
  }),
};
