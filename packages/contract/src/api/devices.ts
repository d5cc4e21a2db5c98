import { z } from 'zod';
import { CONDITIONS } from '../domain/condition.ts';
import { DESIRED_SOURCES } from '../domain/desired.ts';
import { LAMP_FAULTS } from '../domain/lamp-fault.ts';
import { WITNESSES } from '../domain/lamp-measure.ts';
import { LAMP_COLORS } from '../domain/lamps.ts';
import { MAINTENANCE_REASON_AT_MOST } from '../domain/maintenance.ts';
import { HALF_POSITION, isHalfPosition } from '../domain/position.ts';
import { addresses } from './addresses.ts';
import {
  byId,
  deviceName,
  deviceProfile,
  deviceSchema,
  deviceStatus,
  deviceType,
  id,
  lampDeviceType,
  latitude,
  longitude,
  time,
  topic,
  visibleLine,
} from './fields.ts';
import { defineRoute } from './route.ts';

const ofType = z.strictObject({ type: deviceType.optional() });

/** A lamp by its own last word. `on` null: never spoken of; `fresh`: said since the server last joined the broker. */
const lampSchema = z.strictObject({
  color: z.enum(LAMP_COLORS),
  on: z.boolean().nullable(),
  said_at: time.nullable(),
  fresh: z.boolean(),
  /** By what the console knows what it shows of it, and how many W it was last measured to draw. */
  witness: z.enum(WITNESSES),
  power: z.number().nullable(),
  /** How many W it drew, lit, in its last lamp test; null: not measured. And what is wrong with it by that. */
  usual_power: z.number().nullable(),
  fault: z.enum(LAMP_FAULTS).nullable(),
});

export type LampRecord = z.infer<typeof lampSchema>;

/** What a device should show. `reasserted`: how often the console has commanded it again by itself. */
const desiredSchema = z.strictObject({
  value: deviceStatus,
  since: time,
  by: z.string(),
  source: z.enum(DESIRED_SOURCES),
  reasserted: z.int().nonnegative(),
});

export type DesiredRecord = z.infer<typeof desiredSchema>;

/** That people work on a device: until when, why, who said so, and since when. */
const maintenanceSchema = z.strictObject({ until: time, reason: z.string(), by: z.string(), since: time });

export type MaintenanceRecord = z.infer<typeof maintenanceSchema>;

const maintenanceReason = visibleLine(MAINTENANCE_REASON_AT_MOST, {
  empty: 'La manutenzione ha bisogno di un motivo',
  long: `Il motivo ha al massimo ${MAINTENANCE_REASON_AT_MOST} caratteri`,
  hidden: 'Il motivo sta su una riga, senza caratteri invisibili',
});

/**
 * A device and its last state. `status` null: never heard. `stale`: what it shows was not said since the server last
 * joined the broker. `pending`: the status that was commanded and is not confirmed yet. `desired`: what it should show,
 * since when, by whom and why; `out_of_sync`: it reports something else (docs/rules.md#desired-and-reported).
 * `condition`: what it is shown as (docs/rules.md#condition).
 */
export const deviceStatusSchema = z.strictObject({
  id,
  topic: z.string(),
  device_name: z.string().nullable(),
  device_type: lampDeviceType,
  status: deviceStatus.nullable(),
  lamps: z.array(lampSchema),
  updated_at: time.nullable(),
  error: z.boolean(),
  error_reason: z.string().nullable(),
  /** Since when it is in that error; null when it is in none, or nobody knows. */
  error_since: time.nullable(),
  stale: z.boolean(),
  pending: deviceStatus.nullable(),
  desired: desiredSchema.nullable(),
  out_of_sync: z.boolean(),
  /** Since when nothing was heard of a device that misses its rhythm (docs/rules.md#silence); null for any other. */
  silent_since: time.nullable(),
  condition: z.enum(CONDITIONS),
  /** True while a lamp test has the device: what it shows then means nothing (docs/rules.md#lamp-test). */
  testing: z.boolean(),
  /** Null while nobody works on it (docs/rules.md#maintenance). */
  maintenance: maintenanceSchema.nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});

export type DeviceStatusRecord = z.infer<typeof deviceStatusSchema>;

export const managedDeviceSchema = z.strictObject({
  id,
  name: z.string().nullable(),
  topic: z.string(),
  type: deviceType,
  profile: deviceProfile,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  userId: id.nullable(),
  username: z.string().nullable(),
  status: deviceStatus.nullable(),
  error: z.boolean(),
  error_reason: z.string().nullable(),
  temp: z.number().nullable(),
  vcc: z.number().nullable(),
  uptime: z.number().nullable(),
  status_updated_at: time.nullable(),
  metrics_updated_at: time.nullable(),
});

export type ManagedDevice = z.infer<typeof managedDeviceSchema>;

export const deviceRoutes = {
  listDevices: defineRoute(addresses.listDevices, {
    summary: 'I propri dispositivi',
    query: ofType,
    success: { status: 200, body: z.strictObject({ devices: z.array(deviceSchema) }) },
  }),
  listDeviceStatuses: defineRoute(addresses.listDeviceStatuses, {
    summary: 'I propri semafori e lanterne con il loro ultimo stato; i misuratori hanno GET /api/sensors',
    query: z.strictObject({ type: lampDeviceType.optional() }),
    success: { status: 200, body: z.array(deviceStatusSchema) },
  }),
  listDeviceStates: defineRoute(addresses.listDeviceStates, {
    summary: 'Lo stato per topic delle lanterne sentite almeno una volta; con type=semaforo, dei semafori',
    query: z.strictObject({ type: lampDeviceType.default('lanterna') }),
    success: { status: 200, body: z.record(z.string(), deviceStatus) },
  }),
  acceptReported: defineRoute(addresses.acceptReported, {
    summary:
      'Accetta ciò che il dispositivo mostra al posto di ciò che gli è stato chiesto; con lit, solo se mostra quello',
    params: byId,
    /** What the person saw: the lit lamps (none: an empty list), and since when that is desired which they give up. */
    body: z
      .strictObject({ lit: z.array(z.enum(LAMP_COLORS)).optional(), desired_since: time.optional() })
      .nullish(),
    success: { status: 200, body: deviceStatusSchema },
    refusals: [409],
  }),
  setMaintenance: defineRoute(addresses.setMaintenance, {
    summary: 'Mette un dispositivo in manutenzione fino a un momento, o cambia fino a quando e perché',
    params: byId,
    /** At most 366 days ahead. */
    body: z.strictObject({
      until: z.iso.datetime('Serve il momento in cui la manutenzione finisce'),
      reason: maintenanceReason,
    }),
    success: { status: 200, body: deviceStatusSchema },
    refusals: [409],
  }),
  endMaintenance: defineRoute(addresses.endMaintenance, {
    summary: 'Termina la manutenzione di un dispositivo',
    params: byId,
    success: { status: 200, body: deviceStatusSchema },
    refusals: [409],
  }),
  listManagedDevices: defineRoute(addresses.listManagedDevices, {
    summary: 'Tutti i dispositivi con stato e metriche',
    success: { status: 200, body: z.strictObject({ devices: z.array(managedDeviceSchema) }) },
  }),
  createDevice: defineRoute(addresses.createDevice, {
    summary: 'Crea un dispositivo',
    body: z
      .strictObject({
        name: deviceName.optional(),
        topic,
        type: deviceType,
        /** How it speaks; without it, as docs/protocol.md says. */
        profile: deviceProfile.optional(),
        latitude: latitude.optional(),
        longitude: longitude.optional(),
        userId: id,
      })
      .refine((device) => !isHalfPosition(device), { message: HALF_POSITION, path: ['longitude'] }),
    success: { status: 201, body: managedDeviceSchema },
    refusals: [404, 409],
  }),
  updateDevice: defineRoute(addresses.updateDevice, {
    summary: 'Cambia un dispositivo; un campo assente resta com’è',
    params: byId,
    body: z.strictObject({
      name: deviceName.optional(),
      topic: topic.optional(),
      type: deviceType.optional(),
      profile: deviceProfile.optional(),
      latitude: latitude.optional(),
      longitude: longitude.optional(),
    }),
    success: { status: 200, body: managedDeviceSchema },
    refusals: [409],
  }),
  deleteDevice: defineRoute(addresses.deleteDevice, {
    summary: 'Elimina un dispositivo',
    params: byId,
    success: { status: 204 },
  }),
  assignDevice: defineRoute(addresses.assignDevice, {
    summary: 'Assegna un dispositivo a un altro utente',
    params: byId,
    body: z.strictObject({ userId: id }),
    success: { status: 200, body: managedDeviceSchema },
  }),
};
