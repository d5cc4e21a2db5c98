import { z } from 'zod';
import { addresses } from './addresses.ts';
import { csvReportSchema } from './device-csv.ts';
import { byId, day, emptyBody, givenDay, id, text } from './fields.ts';
import { defineRoute } from './route.ts';

const CSV_MAX_BYTES = 5 * 1024 * 1024;
/** A Comune that lies on a border has two. */
const ZONES_AT_MOST = 2;

/** The code of a warning zone, such as `Vald-A`. */
export const zoneCode = text.trim().min(1, 'Serve il codice della zona').max(40, 'Il codice è troppo lungo');

/** A warning zone. `valid_from` null: as long as anybody remembers; `valid_to` null: until further notice. */
const zoneSchema = z.strictObject({
  code: z.string(),
  name: z.string(),
  region: z.string().nullable(),
  valid_from: day.nullable(),
  valid_to: day.nullable(),
});

export type ZoneRecord = z.infer<typeof zoneSchema>;

/** A zone that somebody has. `name` null: no zone has that code today. */
const ownZoneSchema = z.strictObject({ code: z.string(), name: z.string().nullable() });

export type OwnZone = z.infer<typeof ownZoneSchema>;

const ownZones = z.strictObject({ zones: z.array(ownZoneSchema) });

const chosenZones = z.strictObject({
  zones: z.array(zoneCode).max(ZONES_AT_MOST, `Al massimo ${ZONES_AT_MOST} zone`),
});

const comuneSchema = z.strictObject({
  istat: z.string(),
  name: z.string(),
  province: z.string(),
  province_code: z.string(),
  region: z.string(),
  zone: z.string().nullable(),
});

export type ComuneRecord = z.infer<typeof comuneSchema>;

/** From which table the Comuni come: of which day it is, and whether it is the one that comes with the product. */
const comuniTableSchema = z.strictObject({ day, built_in: z.boolean() });

export type ComuniTableRecord = z.infer<typeof comuniTableSchema>;

/** What an import of zones did, or would do; `ended`: the zones that the table does not have any more. */
const zoneCsvReportSchema = z.strictObject({ ...csvReportSchema.shape, ended: z.int() });

export type ZoneCsvReport = z.infer<typeof zoneCsvReportSchema>;

export const zoneCsvRoutes = {
  exportZones: defineRoute(addresses.exportZones, {
    summary: 'Le zone di allerta come tabella',
    produces: { type: 'text/csv', fileName: 'zone.csv' },
    success: { status: 200, body: z.string() },
  }),
  exportComuni: defineRoute(addresses.exportComuni, {
    summary: 'I Comuni con la loro zona come tabella',
    produces: { type: 'text/csv', fileName: 'zone_comuni.csv' },
    success: { status: 200, body: z.string() },
  }),
  importZones: defineRoute(addresses.importZones, {
    summary:
      'Sostituisce le zone, o i Comuni con la loro zona, con quelli di una tabella; valid_from: da quale giorno valgono',
    query: z.strictObject({
      dry_run: z.enum(['true', 'false'], 'dry_run è true o false').default('false'),
      valid_from: givenDay.optional(),
    }),
    consumes: { type: 'text/csv', maxBytes: CSV_MAX_BYTES },
    body: z.string('Serve il testo della tabella'),
    success: { status: 200, body: zoneCsvReportSchema },
  }),
  putBuiltInZones: defineRoute(addresses.putBuiltInZones, {
    summary: 'Rimette le zone e i Comuni che arrivano con Semaforo al posto di quelli importati',
    body: emptyBody,
    success: { status: 200, body: zoneCsvReportSchema },
  }),
};

export const zoneRoutes = {
  listZones: defineRoute(addresses.listZones, {
    summary: 'Le zone di allerta che valgono oggi o varranno',
    success: {
      status: 200,
      body: z.strictObject({ zones: z.array(zoneSchema), comuni_table: comuniTableSchema.nullable() }),
    },
  }),
  findComuni: defineRoute(addresses.findComuni, {
    summary: 'I Comuni il cui nome inizia così, con provincia e zona; al massimo venti',
    query: z.strictObject({ name: text.trim().min(2, 'Servono almeno due lettere').max(100) }),
    success: {
      status: 200,
      body: z.strictObject({ comuni: z.array(comuneSchema), table: comuniTableSchema.nullable() }),
    },
  }),
  getMyZones: defineRoute(addresses.getMyZones, {
    summary: 'Le proprie zone, e quelle dei propri dispositivi che ne hanno un’altra',
    success: {
      status: 200,
      body: z.strictObject({
        ...ownZones.shape,
        devices: z.array(z.strictObject({ id, name: z.string().nullable(), zone: ownZoneSchema })),
      }),
    },
  }),
  saveMyZones: defineRoute(addresses.saveMyZones, {
    summary: 'Sceglie le proprie zone',
    body: chosenZones,
    success: { status: 200, body: ownZones },
    refusals: [422],
  }),
  getUserZones: defineRoute(addresses.getUserZones, {
    summary: 'Le zone di un utente',
    params: byId,
    success: { status: 200, body: ownZones },
  }),
  saveUserZones: defineRoute(addresses.saveUserZones, {
    summary: 'Sceglie le zone di un utente',
    params: byId,
    body: chosenZones,
    success: { status: 200, body: ownZones },
    refusals: [422],
  }),
  saveDeviceZone: defineRoute(addresses.saveDeviceZone, {
    summary: 'Dà a un dispositivo un’altra zona che al suo proprietario; null: di nuovo la stessa',
    params: byId,
    body: z.strictObject({ zone: zoneCode.nullable() }),
    success: { status: 200, body: z.strictObject({ zone: ownZoneSchema.nullable() }) },
    refusals: [422],
  }),
};
