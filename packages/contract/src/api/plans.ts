import { z } from 'zod';
import { PLAN_MOMENT_PATTERN, PLAN_REPEATS, PLAN_STATES, WEEKDAYS } from '../domain/plan-rules.ts';
import { SCHEDULE_OUTCOMES } from '../domain/schedule-rules.ts';
import { addresses } from './addresses.ts';
import {
  byId,
  CHOSEN_MAX_BYTES,
  day,
  deviceStatus,
  emptyBody,
  givenDay,
  givenMonth,
  id,
  lampDeviceType,
  oneTargetSelector,
  targetFields,
  targetKind,
  text,
  time,
} from './fields.ts';
import { defineRoute } from './route.ts';

const DATES_AT_MOST = 366;
const EVERY_AT_MOST = 52;

const moment = text
  .max(20, 'L’ora non è valida')
  .regex(PLAN_MOMENT_PATTERN, 'Serve un’ora (18:30), alba o tramonto, anche con i minuti: tramonto-30');

const distinctDates = z
  .array(givenDay, 'Servono delle date')
  .max(DATES_AT_MOST, `Al massimo ${DATES_AT_MOST} date`)
  .refine((dates) => new Set(dates).size === dates.length, 'Una data è indicata due volte');

const distinctWeekdays = z
  .array(z.enum(WEEKDAYS, 'I giorni sono lun, mar, mer, gio, ven, sab, dom'), 'Servono dei giorni')
  .max(WEEKDAYS.length, 'Un giorno è indicato due volte')
  .refine((days) => new Set(days).size === days.length, 'Un giorno è indicato due volte');

const requestedFields = z.strictObject({
  color: deviceStatus,
  device_type: lampDeviceType.default('semaforo'),
  ...targetFields,
  repeat: z.enum(PLAN_REPEATS, 'Un piano si ripete ogni giorno, ogni settimana o per date'),
  /** Each so many days or weeks. */
  every: z
    .int('Serve un numero intero')
    .min(1, 'Almeno ogni 1')
    .max(EVERY_AT_MOST, `Al massimo ogni ${EVERY_AT_MOST}`)
    .default(1),
  days: distinctWeekdays.default([]),
  dates: distinctDates.default([]),
  starts_on: givenDay,
  ends_on: givenDay.nullable().default(null),
  exceptions: distinctDates.default([]),
  begin: moment,
  /** When it ends on each of its days, or on the next one: signals go to verde, lanterns to their other state. */
  end: moment.nullable().default(null),
});

const planBody = requestedFields
  .refine(...oneTargetSelector)
  .refine(
    ({ repeat, days }) => repeat !== 'settimana' || days.length > 0,
    'Scegli almeno un giorno della settimana',
  )
  .refine(({ repeat, dates }) => repeat !== 'date' || dates.length > 0, 'Indica almeno una data')
  .refine(({ starts_on, ends_on }) => ends_on === null || ends_on >= starts_on, 'La fine è prima dell’inizio')
  .refine(({ begin, end }) => begin !== end, 'L’ora di inizio e quella di fine sono la stessa');

/** `moved`: the clock of that night has no such time; it is an hour later. */
const occurrenceSchema = z.strictObject({ day, begin: time, end: time.nullable(), moved: z.boolean() });

export type PlanOccurrence = z.infer<typeof occurrenceSchema>;

const planSchema = z.strictObject({
  id,
  ...requestedFields.omit({ deviceIds: true, groupId: true }).shape,
  dates: z.array(day),
  starts_on: day,
  ends_on: day.nullable(),
  exceptions: z.array(day),
  whom: targetKind,
  group: z.string().nullable(),
  /** The devices that it would command now. */
  devices: z.array(z.string()),
  username: z.string(),
  created_at: time,
  state: z.enum(PLAN_STATES),
  /** Why it cannot go on, in Italian. */
  trouble: z.string().nullable(),
  /** The next ten times. */
  next: z.array(occurrenceSchema),
  /** Its last commands, newest first. */
  recent: z.array(
    z.strictObject({
      id,
      at: time,
      color: deviceStatus,
      outcome: z.enum(SCHEDULE_OUTCOMES),
      outcome_reason: z.string().nullable(),
      confirmed: z.int(),
      total: z.int(),
    }),
  ),
});

export type Plan = z.infer<typeof planSchema>;

const plannedDaySchema = z.strictObject({
  ...{ plan: id, color: deviceStatus, device_type: lampDeviceType },
  ...occurrenceSchema.omit({ moved: true }).shape,
});

/** A day that is still ahead on which a plan commands; a paused plan has none. */
export type PlannedDay = z.infer<typeof plannedDaySchema>;

const refusals: (404 | 409)[] = [404, 409];

export const planRoutes = {
  listPlans: defineRoute(addresses.listPlans, {
    summary: 'I piani ricorrenti, con le prossime dieci volte e gli ultimi esiti',
    success: { status: 200, body: z.array(planSchema) },
  }),
  getPlanCalendar: defineRoute(addresses.getPlanCalendar, {
    summary: 'I giorni di un mese, da ora in poi, in cui un piano ricorrente attivo comanda',
    query: z.strictObject({ month: givenMonth }),
    success: { status: 200, body: z.array(plannedDaySchema) },
  }),
  createPlan: defineRoute(addresses.createPlan, {
    summary: 'Salva un piano ricorrente: per giorni, settimane o date, a un’ora o con il sole',
    maxBytes: CHOSEN_MAX_BYTES,
    body: planBody,
    success: { status: 201, body: planSchema },
    refusals,
  }),
  previewPlan: defineRoute(addresses.previewPlan, {
    summary: 'Le prossime dieci volte di un piano ricorrente, senza salvarlo',
    maxBytes: CHOSEN_MAX_BYTES,
    body: planBody,
    success: { status: 200, body: z.strictObject({ next: z.array(occurrenceSchema) }) },
    refusals,
  }),
  pausePlan: defineRoute(addresses.pausePlan, {
    summary: 'Mette in pausa un piano ricorrente; ciò che è iniziato finisce alla sua ora',
    params: byId,
    body: emptyBody,
    success: { status: 200, body: planSchema },
    refusals,
  }),
  resumePlan: defineRoute(addresses.resumePlan, {
    summary: 'Riprende un piano ricorrente in pausa',
    params: byId,
    body: emptyBody,
    success: { status: 200, body: planSchema },
    refusals,
  }),
  saveExceptions: defineRoute(addresses.saveExceptions, {
    summary: 'Sostituisce i giorni in cui un piano ricorrente non vale',
    params: byId,
    body: z.strictObject({ exceptions: distinctDates }),
    success: { status: 200, body: planSchema },
    refusals,
  }),
  deletePlan: defineRoute(addresses.deletePlan, {
    summary: 'Elimina un piano ricorrente; ciò che è iniziato finisce alla sua ora',
    params: byId,
    success: { status: 204 },
  }),
};
