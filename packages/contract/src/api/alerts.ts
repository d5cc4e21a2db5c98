import { z } from 'zod';
import { ALERT_AWAITS, ALERT_SOURCES, ALERT_STATES, ALERT_TARGET_KINDS } from '../domain/alert-rules.ts';
import { addresses } from './addresses.ts';
import {
  byId,
  CHOSEN_MAX_BYTES,
  deviceStatus,
  distinctDeviceIds,
  emptyBody,
  id,
  pageQuery,
  signalColor,
  targetFields,
  text,
  time,
  visibleLine,
} from './fields.ts';
import { defineRoute } from './route.ts';
import { zoneCode } from './zones.ts';

const MAX_REASON_LENGTH = 500;

const writtenTime = text.max(40, 'La data e ora non è valida');

const reason = visibleLine(MAX_REASON_LENGTH, {
  empty: 'Scrivi il motivo',
  long: `Il motivo ha al massimo ${MAX_REASON_LENGTH} caratteri`,
  hidden: 'Il motivo contiene caratteri invisibili',
});

/** A device that a person commanded during the alert: it goes back to the alert by a call, or at its end. */
const overrideSchema = z.strictObject({
  deviceId: id,
  name: z.string(),
  color: deviceStatus,
  author: z.string(),
  at: time,
});

export type AlertOverride = z.infer<typeof overrideSchema>;

/** `total`, `confirmed`: the signals of its beginning; before that, those that it would reach now. */
const alertSchema = z.strictObject({
  id,
  color: signalColor,
  from: time,
  to: time,
  state: z.enum(ALERT_STATES),
  /** What a person is still asked: to begin it although late, to confirm its end, or what another asked for. */
  awaits: z.enum(ALERT_AWAITS).nullable(),
  reason: z.string(),
  source: z.enum(ALERT_SOURCES),
  bulletin: id.nullable(),
  /** The gauge whose water asked for it; null for all others. */
  sensor_id: id.nullable(),
  /** Who made it, or who confirmed what a bulletin proposed; null while nobody has. */
  author: z.string().nullable(),
  /** The second person who confirmed it, where one was needed. */
  approved_by: z.string().optional(),
  /** The user whose alert it is; null once that user is deleted. */
  owner: z.string().nullable(),
  drill: z.boolean(),
  whom: z.enum(ALERT_TARGET_KINDS),
  group: z.string().nullable(),
  zone: z.string().nullable(),
  created_at: time,
  /** When it began or begins, and when what was decided last was decided. */
  begins_at: time.nullable(),
  decided_at: time.nullable(),
  /** What was said with a refusal or a revocation, or why the beginning or the end went otherwise than planned. */
  note: z.string().nullable(),
  total: z.int(),
  confirmed: z.int(),
  /** While it is in course: how many of its signals show its color now, confirmed; else 0. */
  showing: z.int(),
  /** How many of them a person has commanded otherwise. */
  overridden: z.int(),
  /** How many of them show something else than what is desired of them. */
  out_of_sync: z.int(),
  devices: z.array(id),
  overrides: z.array(overrideSchema),
});

export type Alert = z.infer<typeof alertSchema>;

const decision = (summary: string) => ({
  summary,
  params: byId,
  success: { status: 200 as const, body: alertSchema },
});

const withReason = z.strictObject({ reason: reason.optional() }).nullish();

/**
 * How a person ends an alert: what was set by hand during it stays unless `keep_overrides` is false, and the others go
 * back to what they showed before it, or with `to_verde` to verde.
 */
const ending = z
  .strictObject({
    reason: reason.optional(),
    keep_overrides: z.boolean('Il campo keep_overrides è true o false').default(true),
    to_verde: z.boolean('Il campo to_verde è true o false').default(false),
  })
  .nullish();

/** What a signal does when a person ends an alert now. */
const endOnSignalSchema = z.strictObject({
  deviceId: id,
  name: z.string(),
  /** What it shows, confirmed; null when nobody knows. */
  from: deviceStatus.nullable(),
  /** What it is commanded; null: it stays as it is. */
  to: deviceStatus.nullable(),
  /** What was set by hand and stays, and what it would be commanded with `keep_overrides` false. */
  override: z.strictObject({ color: deviceStatus, to: deviceStatus }).nullable(),
  /** What `to`, and that of its override, would be with `to_verde`; null: as it is. */
  verde: deviceStatus.nullable(),
});

export type AlertEndOnSignal = z.infer<typeof endOnSignalSchema>;

export const alertRoutes = {
  listAlerts: defineRoute(addresses.listAlerts, {
    summary: 'Le allerte proposte, confermate e in corso, poi le ultime finite',
    query: pageQuery({ usual: 100, most: 500 }),
    success: { status: 200, body: z.array(alertSchema) },
  }),
  createAlert: defineRoute(addresses.createAlert, {
    summary:
      'Conferma un’allerta con inizio e fine, per tutti i propri semafori o per quelli indicati; drill: esercitazione, senza dispositivi solo a schermo',
    maxBytes: CHOSEN_MAX_BYTES,
    body: z
      .strictObject({
        color: signalColor,
        from: writtenTime,
        to: writtenTime,
        reason,
        ...targetFields,
        zone: zoneCode.optional(),
        drill: z.boolean('Il campo drill è true o false').default(false),
      })
      .refine(
        ({ deviceIds, groupId, zone }) =>
          [deviceIds, groupId, zone].filter((one) => one !== undefined).length <= 1,
        'Indica i dispositivi, un gruppo o una zona, non più d’uno',
      ),
    success: { status: 201, body: alertSchema },
    refusals: [404, 409, 422],
  }),
  confirmAlert: defineRoute(addresses.confirmAlert, {
    ...decision('Conferma un’allerta proposta, un inizio mancato o la fine di un’allerta in corso'),
    body: emptyBody,
    refusals: [404, 409],
  }),
  rejectAlert: defineRoute(addresses.rejectAlert, {
    ...decision('Rifiuta un’allerta proposta'),
    body: withReason,
    refusals: [404, 409],
  }),
  revokeAlert: defineRoute(addresses.revokeAlert, {
    ...decision('Revoca un’allerta confermata o in corso: i semafori tornano a ciò che vale'),
    body: ending,
    refusals: [404, 409],
  }),
  concludeAlert: defineRoute(addresses.concludeAlert, {
    ...decision('Conclude adesso un’allerta in corso'),
    body: ending,
    refusals: [404, 409],
  }),
  undoAlertDecision: defineRoute(addresses.undoAlertDecision, {
    ...decision(
      'Annulla, entro 10 s e da parte di chi l’ha deciso, un rifiuto, una revoca o una conclusione: l’allerta riprende',
    ),
    body: emptyBody,
    refusals: [404, 409],
  }),
  previewAlertEnd: defineRoute(addresses.previewAlertEnd, {
    summary: 'Che cosa farebbe ogni semaforo se l’allerta finisse adesso',
    params: byId,
    success: { status: 200, body: z.strictObject({ signals: z.array(endOnSignalSchema) }) },
    refusals: [404],
  }),
  returnToAlert: defineRoute(addresses.returnToAlert, {
    ...decision('Riporta all’allerta in corso i semafori comandati a mano: tutti, o quelli indicati'),
    maxBytes: CHOSEN_MAX_BYTES,
    body: z
      .strictObject({ deviceIds: distinctDeviceIds.min(1, 'Serve almeno un dispositivo').optional() })
      .nullish(),
    refusals: [404, 409],
  }),
};
