import { z } from 'zod';
import { GAUGE_FAULTS, SITE_EVENT_KINDS, USUAL_LIMITS } from '../domain/sensors/gauge-state.ts';
import {
  SILENT_POLICIES,
  SITE_POLICIES,
  THRESHOLDS_AT_MOST,
  thresholdsFault,
  WARNING_COLORS,
} from '../domain/sensors/site-rule.ts';
import { addresses } from './addresses.ts';
import { byId, CHOSEN_MAX_BYTES, distinctDeviceIds, id, time } from './fields.ts';
import { defineRoute } from './route.ts';

const warningColor = z.enum(WARNING_COLORS, 'Il colore è giallo, arancio o rosso');
const centimetres = z.number('Serve un numero di centimetri').min(-1000).max(10_000);

/** A level from which on the water asks for a color. */
const thresholdSchema = z.strictObject({
  color: warningColor,
  at: centimetres,
  clear_at: centimetres,
  for_s: z.int('I secondi sono un numero intero').min(0).max(3600).default(0),
});

/** The rule of a site (docs/rules.md#site-rules). What is left out is as usual. */
const ruleSchema = z.strictObject({
  thresholds: z
    .array(thresholdSchema)
    .max(THRESHOLDS_AT_MOST, 'Al massimo una soglia per colore')
    .superRefine((thresholds, context) => {
      const message = thresholdsFault(thresholds);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    }),
  rate_per_min: z
    .number('Serve un numero di centimetri al minuto')
    .positive()
    .max(1000)
    .nullable()
    .default(null),
  policy: z.enum(SITE_POLICIES, 'Un sito avvisa (warn), propone (propose) o alza da solo (raise)'),
  device_ids: distinctDeviceIds,
  silent: z
    .enum(SILENT_POLICIES, 'Con il sensore muto c’è un allarme (alarm), o si alza (raise)')
    .default('alarm'),
  silent_after_s: z
    .int('I secondi sono un numero intero')
    .min(10, 'Un sensore tace da almeno 10 s')
    .max(86_400, 'Un sensore tace al più da un giorno')
    .default(360),
  silent_color: warningColor.default('giallo'),
  float_color: warningColor.nullable().optional(),
  votes: z.union([z.literal(1), z.literal(2)]).default(1),
  local: z.boolean('Il campo local è true o false').default(false),
});

export type SiteRuleRecord = z.infer<typeof ruleSchema>;

/** How the level of a gauge is read: `offset + scale × value`, in cm, and what it can be at all. */
const settingsSchema = z.strictObject({
  field: z
    .string()
    .regex(/^[A-Za-z0-9_.:-]{1,100}$/, 'Il campo è un nome, o più nomi separati da punti')
    .nullable()
    .default(null),
  scale: z.number('La scala è un numero').min(-100_000).max(100_000).default(1),
  offset: centimetres.default(0),
  min: centimetres.default(USUAL_LIMITS.min),
  max: centimetres.default(USUAL_LIMITS.max),
});

/** What happened at a site. `alert_id`: the alert that was made of it. */
const eventSchema = z.strictObject({
  number: z.int(),
  at: time,
  kind: z.enum(SITE_EVENT_KINDS),
  color: warningColor.nullable(),
  level: z.number().nullable(),
  sentence: z.string(),
  alert_id: id.nullable(),
});

export type SiteEventRecord = z.infer<typeof eventSchema>;

/**
 * A gauge and its site. `level` in cm, `rain` in mm/h: the last that counts, with its time; null while nothing is
 * known. `asked`: what the water asks for now. `silent_since`: since when nothing credible was heard.
 */
const sensorSchema = z.strictObject({
  id,
  topic: z.string(),
  name: z.string().nullable(),
  level: z.number().nullable(),
  level_at: time.nullable(),
  rain: z.number().nullable(),
  float: z.boolean().nullable(),
  /** How many cm a minute the water rises; 0 while it stands or falls. */
  rise_per_min: z.number(),
  fault: z.enum(GAUGE_FAULTS).nullable(),
  fault_since: time.nullable(),
  silent_since: time.nullable(),
  asked: warningColor.nullable(),
  person: z.strictObject({ saw: z.boolean(), by: z.string(), at: time }).nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  rule: ruleSchema.extend({ float_color: warningColor.nullable() }).nullable(),
  rule_at: time.nullable(),
  rule_by: z.string().nullable(),
  settings: settingsSchema,
});

export type SensorRecord = z.infer<typeof sensorSchema>;

/** A minute of the past of a gauge: the last of each measure, of the level also the extremes. */
const minuteSchema = z.strictObject({
  minute: time,
  level: z.number().nullable(),
  level_min: z.number().nullable(),
  level_max: z.number().nullable(),
  rain: z.number().nullable(),
  float: z.boolean().nullable(),
});

export type GaugeMinuteRecord = z.infer<typeof minuteSchema>;

export const SENSOR_PERIODS = ['2h', '24h', '7d', '30d'] as const;

const oneSensor = { params: byId, success: { status: 200 as const, body: sensorSchema } };

export const sensorRoutes = {
  listSensors: defineRoute(addresses.listSensors, {
    summary: 'I propri misuratori: livello, pioggia, galleggiante e regola del sito',
    success: { status: 200, body: z.array(sensorSchema) },
  }),
  getSensor: defineRoute(addresses.getSensor, {
    ...oneSensor,
    summary: 'Un misuratore con la regola del suo sito',
    refusals: [404],
  }),
  getSensorPast: defineRoute(addresses.getSensorPast, {
    summary: 'Che cosa ha misurato, minuto per minuto (oltre un giorno: a tratti), e che cosa è successo',
    params: byId,
    query: z.strictObject({ period: z.enum(SENSOR_PERIODS).default('2h') }),
    success: {
      status: 200,
      body: z.strictObject({ minutes: z.array(minuteSchema), events: z.array(eventSchema) }),
    },
    refusals: [404],
  }),
  saveSensorRule: defineRoute(addresses.saveSensorRule, {
    ...oneSensor,
    summary: 'La regola di un sito: soglie, durata, salita, silenzio, e che cosa fa da solo',
    body: ruleSchema,
    maxBytes: CHOSEN_MAX_BYTES,
    refusals: [404, 422],
  }),
  deleteSensorRule: defineRoute(addresses.deleteSensorRule, {
    ...oneSensor,
    summary: 'Toglie la regola: il misuratore misura soltanto',
    refusals: [404],
  }),
  sayWater: defineRoute(addresses.sayWater, {
    ...oneSensor,
    summary: 'Che cosa vede una persona sul posto: vale 30 minuti, come un sensore',
    body: z.strictObject({ water: z.boolean('Il campo water è true o false') }),
    refusals: [404],
  }),
  saveSensorSettings: defineRoute(addresses.saveSensorSettings, {
    ...oneSensor,
    summary: 'Come si legge il livello: campo, scala e altezza della sonda, limiti',
    body: settingsSchema.refine(({ min, max }) => min < max, 'Il minimo deve stare sotto il massimo'),
    refusals: [404],
  }),
};
