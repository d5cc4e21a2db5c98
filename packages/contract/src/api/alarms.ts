import { z } from 'zod';
import { ALARM_KINDS, ALARM_STATES } from '../domain/alarm-rules.ts';
import { DUTY_CHANNELS, DUTY_HOURS, SEVERITIES } from '../domain/duty-rules.ts';
import { addresses } from './addresses.ts';
import { byId, emptyBody, givenMonth, id, idInPath, time, visibleLine } from './fields.ts';
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
  /** What became of each message: `failure` says why it has not, or not yet, been taken. */
  outcomes: z.array(
    z.strictObject({
      way: z.string(),
      outcome: z.enum(['sent', 'waiting', 'failed']),
      failure: z.string().nullable(),
    }),
  ),
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
  /** When the list begins again, if no one takes it in charge; null: it does not, or has not ended. */
  repeat_at: time.nullable(),
});

export type AlarmRecord = z.infer<typeof alarmSchema>;

const act = (summary: string) => ({
  summary,
  params: byId,
  body: z.strictObject({ note: oneLine('la nota', MAX_NOTE_LENGTH).optional() }).nullish(),
  success: { status: 200 as const, body: alarmSchema },
  refusals: [404, 409] as const,
});

const webAddress = z
  .url({ protocol: /^https?$/, error: 'L’indirizzo deve iniziare con https://' })
  .max(500, 'Indirizzo troppo lungo')
  .nullable()
  .default(null);
const phone = z
  .string()
  .regex(/^\+[1-9]\d{7,14}$/, 'Il numero va scritto con il prefisso, senza spazi: +393331234567')
  .nullable()
  .default(null);
const rulesSchema = z.partialRecord(
  z.enum(DUTY_CHANNELS),
  z.strictObject({
    from: z.enum(SEVERITIES, 'La gravità è lieve o grave'),
    hours: z.enum(DUTY_HOURS, 'Le ore sono sempre, giorno o notte'),
  }),
);

const personSchema = z.strictObject({
  /** Of a person who is on the list already: keeps their receipts and their token. */
  id: id.nullable().default(null),
  name: oneLine('il nome', 60),
  email: z.email('Indirizzo e-mail non valido').max(254, 'Indirizzo e-mail troppo lungo').nullable(),
  /** One of the own linked chats. */
  chat_id: id.nullable(),
  /** One of the own browsers that show notifications. */
  push_id: id.nullable().default(null),
  /** The address of a topic, such as `https://ntfy.example/comune-x7`. */
  ntfy: webAddress,
  /** The address of a server; the token is never answered, and absent or null it stays. */
  gotify: webAddress,
  gotify_token: z.string().min(1).max(200, 'Token troppo lungo').nullable().default(null),
  sms: phone,
  voice: phone,
  rules: rulesSchema.default({}),
});

export type WrittenDutyPerson = z.output<typeof personSchema>;

/** A person as stored. */
const knownPersonSchema = z.strictObject({
  id,
  name: z.string(),
  email: z.string().nullable(),
  chat_id: id.nullable(),
  push_id: id.nullable(),
  ntfy: z.string().nullable(),
  gotify: z.string().nullable(),
  sms: z.string().nullable(),
  voice: z.string().nullable(),
  rules: rulesSchema,
  /** When a weekly test of each channel was last confirmed; null: never. */
  proved: z.partialRecord(z.enum(DUTY_CHANNELS), time.nullable()),
});

export type DutyPerson = z.infer<typeof knownPersonSchema>;

const givenTime = z.iso.datetime('La data e ora non è valida');

/** A planned time in which alarms of devices and of the system call no one. */
const maintenanceSchema = z.strictObject({
  id,
  from: time,
  to: time,
  reason: z.string(),
  author: z.string(),
});

export type DutyMaintenance = z.infer<typeof maintenanceSchema>;

const dutySchema = z.strictObject({
  people: z.array(knownPersonSchema),
  /** Between one person and the next. */
  minutes: z.int(),
  /** What is set up, of the channels. */
  channels: z.array(z.enum(DUTY_CHANNELS)),
  /** Whether the server has a mail server, and a bot. */
  mail: z.boolean(),
  telegram: z.boolean(),
  /** When each channel is tested, such as `mar 10:00`; null: never, or without `PUBLIC_URL`. */
  test_at: z.string().nullable(),
  /** Those that are not over. */
  maintenance: z.array(maintenanceSchema),
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
  addDutyMaintenance: defineRoute(addresses.addDutyMaintenance, {
    summary: 'Pianifica una manutenzione: gli allarmi di dispositivi e sistema non chiamano nessuno',
    body: z.strictObject({
      from: givenTime,
      to: givenTime,
      reason: oneLine('il motivo', 200),
    }),
    success: { status: 201, body: dutySchema },
    refusals: [422],
  }),
  endDutyMaintenance: defineRoute(addresses.endDutyMaintenance, {
    summary: 'Termina una manutenzione, o ne toglie una che deve iniziare',
    params: byId,
    body: emptyBody,
    success: { status: 200, body: dutySchema },
    refusals: [404],
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
