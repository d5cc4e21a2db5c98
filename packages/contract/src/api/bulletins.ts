import { z } from 'zod';
import { BULLETIN_ORIGINS, BULLETIN_SOURCES } from '../domain/bulletin-rules.ts';
import { addresses } from './addresses.ts';
import { day, givenDay, id, pageQuery, signalColor, time } from './fields.ts';
import { defineRoute } from './route.ts';

/** Two documents of a megabyte each, with room to spare. */
const BULLETIN_MAX_BYTES = 4 * 1024 * 1024;

/** Null: not available, which is never verde. */
const level = signalColor.nullable();

/** What a bulletin says of a zone on a day. `zone`: its code; null when the table of zones has no such name. */
const zoneLevelSchema = z.strictObject({
  zone: z.string().nullable(),
  name: z.string(),
  color: level,
  risks: z.strictObject({ idraulico: level, temporali: level, idrogeologico: level }),
});

export type ZoneLevelRecord = z.infer<typeof zoneLevelSchema>;

/** A bulletin that was stored and that could be read, at least in part. */
const readBulletinSchema = z.strictObject({
  id,
  name: z.string(),
  issued_at: time,
  days: z.array(z.strictObject({ date: day, zones: z.array(zoneLevelSchema) })),
});

export type ReadBulletinRecord = z.infer<typeof readBulletinSchema>;

/**
 * What holds on a day. `bulletin`: the newest that speaks of it; `stale`: it is more than 30 hours old. A zone of the
 * table that no bulletin names is there too, without a color.
 */
const levelsSchema = z.strictObject({
  date: day,
  bulletin: z.strictObject({ id, name: z.string(), issued_at: time, stale: z.boolean() }).nullable(),
  zones: z.array(zoneLevelSchema),
});

export type LevelsRecord = z.infer<typeof levelsSchema>;

/** Longitude and latitude in degrees. */
const position = z.tuple([z.number(), z.number()]);

/**
 * GeoJSON: the shapes of the zones, simplified for a map. `zone`: its code; null when the table of zones has no such
 * name. `source`: of the newest bulletin that was read; messages (CAP) bring no shapes. Nothing here tells a level.
 */
const zoneShapesSchema = z.strictObject({
  type: z.literal('FeatureCollection'),
  source: z.enum(BULLETIN_SOURCES).nullable(),
  features: z.array(
    z.strictObject({
      type: z.literal('Feature'),
      properties: z.strictObject({ zone: z.string().nullable(), name: z.string() }),
      geometry: z.strictObject({
        type: z.literal('MultiPolygon'),
        coordinates: z.array(z.array(z.array(position))),
      }),
    }),
  ),
});

export type ZoneShapesRecord = z.infer<typeof zoneShapesSchema>;

/** A version of a bulletin as stored. `fault`: why nothing of it could be read; `gaps`: what of it could not. */
const storedBulletinSchema = z.strictObject({
  id,
  source: z.enum(BULLETIN_SOURCES),
  origin: z.enum(BULLETIN_ORIGINS),
  name: z.string().nullable(),
  kind: z.string().nullable(),
  issued_at: time.nullable(),
  received_at: time,
  days: z.array(day),
  hash: z.string(),
  fault: z.string().nullable(),
  gaps: z.array(z.string()),
});

export type StoredBulletinRecord = z.infer<typeof storedBulletinSchema>;

/**
 * How the reading from the network goes. `enabled`: a source is set. `failure`: what was wrong with the last try, in
 * Italian.
 */
const readerSchema = z.strictObject({
  enabled: z.boolean(),
  last_tried_at: time.nullable(),
  last_read_at: time.nullable(),
  next_try_at: time.nullable(),
  failure: z.string().nullable(),
});

export const bulletinRoutes = {
  uploadBulletin: defineRoute(addresses.uploadBulletin, {
    summary: 'Carica a mano un bollettino nazionale: i tre documenti come sono pubblicati',
    // The geometry of the zones: most of the documents, and read by itself.
    large: { maxBytes: BULLETIN_MAX_BYTES, emptied: 'arcs' },
    body: z.strictObject({ envelope: z.unknown(), today: z.unknown(), tomorrow: z.unknown() }),
    success: { status: 201, body: readBulletinSchema },
    refusals: [422],
  }),
  getLevels: defineRoute(addresses.getLevels, {
    summary: 'I livelli di allerta di un giorno per zona, come dice il bollettino più recente che ne parla',
    query: z.strictObject({ date: givenDay }),
    success: { status: 200, body: levelsSchema },
  }),
  getZoneShapes: defineRoute(addresses.getZoneShapes, {
    summary:
      'Le forme delle zone di allerta per una mappa (GeoJSON), come le porta il bollettino più recente',
    success: { status: 200, body: zoneShapesSchema },
  }),
  getBulletinReader: defineRoute(addresses.getBulletinReader, {
    summary: 'Come va la lettura dei bollettini dalla rete',
    success: { status: 200, body: readerSchema },
  }),
  listBulletins: defineRoute(addresses.listBulletins, {
    summary: 'I bollettini ricevuti, tutte le versioni, dal più recente',
    query: pageQuery({ usual: 20, most: 100 }),
    success: { status: 200, body: z.strictObject({ bulletins: z.array(storedBulletinSchema) }) },
  }),
};
