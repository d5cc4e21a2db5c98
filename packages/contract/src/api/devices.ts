import { z } from 'zod';
import { LAMP_COLOURS } from '../domain/lamps.ts';
import { addresses } from './addresses.ts';
import {
  byId,
  deviceName,
  deviceSchema,
  deviceStatus,
  deviceType,
  id,
  latitude,
  longitude,
  time,
  topic,
} from './fields.ts';
import { defineRoute } from './route.ts';

const CSV_MAX_BYTES = 5 * 1024 * 1024;

const flag = (name: string) => z.enum(['true', 'false'], `${name} è true o false`).default('false');

const ofType = z.strictObject({ type: deviceType.optional() });

/** A lamp by its own last word. `on` null: never spoken of; `fresh`: said since the server last joined the broker. */
const lampSchema = z.strictObject({
  color: z.enum(LAMP_COLOURS),
  on: z.boolean().nullable(),
  said_at: time.nullable(),
  fresh: z.boolean(),
});

export type LampRecord = z.infer<typeof lampSchema>;

/**
 * A device and its last state. `status` null: never heard. `stale`: what it shows was not said since the server last
 * joined the broker. `pending`: the status that was commanded and is not confirmed yet. `asked`: the last command, by
 * whom, until the device shows it or a person accepts what it shows; `differs`: it is over, and the device shows
 * something else (docs/rules.md#asked-and-shown).
 */
export const deviceStatusSchema = z.strictObject({
  id,
  topic: z.string(),
  device_name: z.string().nullable(),
  device_type: deviceType,
  status: deviceStatus.nullable(),
  lamps: z.array(lampSchema),
  updated_at: time.nullable(),
  error: z.boolean(),
  error_reason: z.string().nullable(),
  stale: z.boolean(),
  pending: deviceStatus.nullable(),
  asked: z.strictObject({ value: deviceStatus, at: time, by: z.string() }).nullable(),
  differs: z.boolean(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});

export type DeviceStatusRecord = z.infer<typeof deviceStatusSchema>;

export const managedDeviceSchema = z.strictObject({
  id,
  name: z.string().nullable(),
  topic: z.string(),
  type: deviceType,
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

/** What becomes of a line of the table, in the order in which they are listed. */
export const CSV_OUTCOMES = ['error', 'changed', 'new', 'same'] as const;

/**
 * A line of the table as it was read: texts are those of its cells. `changes`: what is different from the device that
 * has its topic; null for none. `error`: what is wrong with it.
 */
const csvRowSchema = z.strictObject({
  line: z.int(),
  outcome: z.enum(CSV_OUTCOMES),
  name: z.string(),
  topic: z.string(),
  type: z.string(),
  latitude: z.string(),
  longitude: z.string(),
  username: z.string(),
  changes: z.array(
    z.strictObject({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  error: z.string().nullable(),
});

export type CsvRow = z.infer<typeof csvRowSchema>;

/**
 * What an import did, or would do. Either all lines are written or, with any error, none, unless those with errors are
 * to be left out. `line` counts from 1, the header. At most 1000 errors are listed. `rows`, if they were asked for: at
 * most 1000 lines, those with errors first.
 */
export const csvReportSchema = z.strictObject({
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  errors: z.array(z.strictObject({ line: z.int(), error: z.string() })),
  applied: z.boolean(),
  rows: z.array(csvRowSchema).exactOptional(),
});

export type CsvReport = z.infer<typeof csvReportSchema>;

export const deviceCsvRoutes = {
  exportDevices: defineRoute(addresses.exportDevices, {
    summary: 'Tutti i dispositivi come tabella',
    produces: { type: 'text/csv', fileName: 'dispositivi.csv' },
    success: { status: 200, body: z.string() },
  }),
  importDevices: defineRoute(addresses.importDevices, {
    summary:
      'Crea e cambia dispositivi da una tabella, tutti o nessuno; con dry_run dice solo che cosa farebbe, con rows anche riga per riga, con skip_errors lascia fuori le righe con errori',
    query: z.strictObject({ dry_run: flag('dry_run'), rows: flag('rows'), skip_errors: flag('skip_errors') }),
    consumes: { type: 'text/csv', maxBytes: CSV_MAX_BYTES },
    body: z.string('Serve il testo della tabella'),
    success: { status: 200, body: csvReportSchema },
  }),
};

export const deviceRoutes = {
  listDevices: defineRoute(addresses.listDevices, {
    summary: 'I propri dispositivi',
    query: ofType,
    success: { status: 200, body: z.strictObject({ devices: z.array(deviceSchema) }) },
  }),
  listDeviceStatuses: defineRoute(addresses.listDeviceStatuses, {
    summary: 'I propri dispositivi con il loro ultimo stato',
    query: ofType,
    success: { status: 200, body: z.array(deviceStatusSchema) },
  }),
  listDeviceStates: defineRoute(addresses.listDeviceStates, {
    summary: 'Lo stato per topic delle lanterne sentite almeno una volta; con type=semaforo, dei semafori',
    query: z.strictObject({ type: deviceType.default('lanterna') }),
    success: { status: 200, body: z.record(z.string(), deviceStatus) },
  }),
  acceptShown: defineRoute(addresses.acceptShown, {
    summary:
      'Accetta ciò che il dispositivo mostra al posto di ciò che gli era stato chiesto; con lit, solo se mostra quello',
    params: byId,
    /** What the person saw: the lit lamps (none: an empty list), and when that was asked which they give up. */
    body: z
      .strictObject({ lit: z.array(z.enum(LAMP_COLOURS)).optional(), asked_at: time.optional() })
      .nullish(),
    success: { status: 200, body: deviceStatusSchema },
    refusals: [409],
  }),
  listManagedDevices: defineRoute(addresses.listManagedDevices, {
    summary: 'Tutti i dispositivi con stato e metriche',
    success: { status: 200, body: z.strictObject({ devices: z.array(managedDeviceSchema) }) },
  }),
  createDevice: defineRoute(addresses.createDevice, {
    summary: 'Crea un dispositivo',
    body: z.strictObject({
      name: deviceName.optional(),
      topic,
      type: deviceType,
      latitude: latitude.optional(),
      longitude: longitude.optional(),
      userId: id,
    }),
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
