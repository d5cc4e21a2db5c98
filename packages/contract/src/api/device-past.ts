import { z } from 'zod';
import { DELIVERY_STATES } from '../domain/delivery-state.ts';
import { PICTURE_MAX_BYTES } from '../domain/device-picture.ts';
import { LAMP_COLORS } from '../domain/lamps.ts';
import { LINK_POLICIES, ROSSO_AFTER_S } from '../domain/link-policy.ts';
import { addresses } from './addresses.ts';
import { deviceStatusSchema } from './devices.ts';
import { byId, deviceProfile, deviceStatus, id, text, time } from './fields.ts';
import { defineRoute } from './route.ts';

export const METRIC_PERIODS = ['24h', '7d', '30d'] as const;

export type MetricPeriod = (typeof METRIC_PERIODS)[number];

const MAX_NOTES_LENGTH = 2000;

const notesSchema = z.strictObject({ text: z.string(), changed_at: time, changed_by: z.string() });

/** `after_s`: seconds, with `rosso-after` only. */
const linkPolicySchema = z.strictObject({
  policy: z.enum(
    LINK_POLICIES,
    'Senza collegamento una scheda tiene (keep), lo dice (keep-and-say) o va a rosso (rosso-after)',
  ),
  after_s: z.int().nonnegative().nullable(),
});

/** A device as its page shows it. `username`: its owner; null for none. Measures are the last ones. */
const devicePageSchema = z.strictObject({
  device: deviceStatusSchema,
  username: z.string().nullable(),
  profile: deviceProfile,
  temp: z.number().nullable(),
  vcc: z.number().nullable(),
  uptime: z.number().nullable(),
  metrics_updated_at: time.nullable(),
  notes: notesSchema.nullable(),
  /** What its board is to do without a link, and what the board last said that it does (null: nothing). */
  link_policy: linkPolicySchema,
  reported_policy: linkPolicySchema.extend({ at: time }).nullable(),
  /** When its picture was changed last; null: it has none. */
  picture_at: time.nullable(),
});

export type DevicePageRecord = z.infer<typeof devicePageSchema>;

/** What a device said of a lamp that was not its word before. */
const reportSchema = z.strictObject({ id, at: time, lamp: z.enum(LAMP_COLORS), on: z.boolean() });

/** What was commanded to the device, by whom, and what became of it. */
const commandedSchema = z.strictObject({
  id,
  at: time,
  value: deviceStatus,
  username: z.string(),
  state: z.enum(DELIVERY_STATES),
  reason: z.string().nullable(),
});

/**
 * A time in which the device was in error, or reported something else than was desired of it; `ended_at` null: it
 * still is.
 */
const errorSchema = z.strictObject({ id, reason: z.string(), began_at: time, ended_at: time.nullable() });

const devicePastSchema = z.strictObject({
  reports: z.array(reportSchema),
  commands: z.array(commandedSchema),
  errors: z.array(errorSchema),
  out_of_sync: z.array(errorSchema),
});

export type DevicePast = z.infer<typeof devicePastSchema>;

/** The measures of a stretch of the period, averaged; `uptime` the lowest of it, in seconds. */
const metricsPointSchema = z.strictObject({
  at: time,
  temp: z.number().nullable(),
  vcc: z.number().nullable(),
  uptime: z.number().nullable(),
});

export type MetricsPoint = z.infer<typeof metricsPointSchema>;

/** Of so many devices the last hours are told at once, the first by name. */
export const HOURS_OF_DEVICES_AT_MOST = 200;

/**
 * An hour of a device: the gravest that it showed, by its own last words (null: unknown), whether it is known to have
 * spoken in it, and whether it was in error.
 */
const hourSchema = z.strictObject({ shown: deviceStatus.nullable(), spoke: z.boolean(), error: z.boolean() });

export type DeviceHour = z.infer<typeof hourSchema>;

/** The last 24 hours, the present one last; each begins an hour after the one before, the first at `from`. */
const deviceHoursSchema = z.strictObject({
  from: time,
  devices: z.array(z.strictObject({ id, hours: z.array(hourSchema) })),
});

export type DeviceHours = z.infer<typeof deviceHoursSchema>;

export const devicePastRoutes = {
  getDeviceHours: defineRoute(addresses.getDeviceHours, {
    summary: `Che cosa hanno mostrato, ora per ora, i propri semafori nelle ultime 24 ore; al massimo ${HOURS_OF_DEVICES_AT_MOST}`,
    success: { status: 200, body: deviceHoursSchema },
  }),
  getDevice: defineRoute(addresses.getDevice, {
    summary: 'Un proprio dispositivo, con le ultime misure e le note',
    params: byId,
    success: { status: 200, body: devicePageSchema },
  }),
  getDevicePast: defineRoute(addresses.getDevicePast, {
    summary:
      'Gli ultimi 50 cambi riferiti, 50 comandi, 20 errori e 20 differenze dal comando di un proprio dispositivo, dal più nuovo',
    params: byId,
    success: { status: 200, body: devicePastSchema },
  }),
  getDeviceMetrics: defineRoute(addresses.getDeviceMetrics, {
    summary: 'Le misure di un proprio dispositivo in un periodo, in ordine di tempo',
    params: byId,
    query: z.strictObject({ period: z.enum(METRIC_PERIODS, 'Il periodo è 24h, 7d o 30d').default('24h') }),
    success: { status: 200, body: z.strictObject({ points: z.array(metricsPointSchema) }) },
  }),
  savePicture: defineRoute(addresses.savePicture, {
    summary: 'Mette o sostituisce la foto del posto di un proprio dispositivo',
    params: byId,
    maxBytes: Math.ceil(PICTURE_MAX_BYTES * 1.4),
    body: z.strictObject({
      jpeg: z
        .base64('Serve una foto JPEG in base64')
        .max(Math.ceil(PICTURE_MAX_BYTES / 3) * 4, 'La foto ha al massimo 300 KB'),
    }),
    success: { status: 200, body: devicePageSchema },
    refusals: [422],
  }),
  getPicture: defineRoute(addresses.getPicture, {
    summary: 'La foto del posto di un dispositivo, senza altro che l’immagine',
    params: byId,
    produces: { type: 'image/*' },
    success: { status: 200, body: z.string() },
  }),
  deletePicture: defineRoute(addresses.deletePicture, {
    summary: 'Toglie la foto del posto di un proprio dispositivo',
    params: byId,
    success: { status: 200, body: devicePageSchema },
  }),
  saveLinkPolicy: defineRoute(addresses.saveLinkPolicy, {
    summary: 'Che cosa deve fare la scheda quando il collegamento cade; la scheda lo sa dalle sue righe',
    params: byId,
    body: z.strictObject({
      link_policy: linkPolicySchema.shape.policy,
      after_s: z
        .int('I secondi sono un numero intero')
        .min(ROSSO_AFTER_S.least, 'Rosso al più presto dopo 5 minuti')
        .max(ROSSO_AFTER_S.most, 'Rosso al più tardi dopo 3 giorni')
        .default(ROSSO_AFTER_S.usual),
    }),
    success: { status: 200, body: devicePageSchema },
  }),
  saveDeviceNotes: defineRoute(addresses.saveDeviceNotes, {
    summary: 'Scrive le note di un proprio dispositivo; un testo vuoto le toglie',
    params: byId,
    body: z.strictObject({
      text: text.trim().max(MAX_NOTES_LENGTH, 'Le note hanno al massimo 2000 caratteri'),
    }),
    success: { status: 200, body: devicePageSchema },
  }),
};
