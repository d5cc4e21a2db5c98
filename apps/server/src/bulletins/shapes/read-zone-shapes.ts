import { foldName } from '@semaforo/contract/domain/bulletin-rules';
import { z } from 'zod';
import { LeftOutArray } from '../../platform/left-out-array.ts';
import { createTimeSlices, type TimeSlices } from '../../platform/time-slices.ts';
import { LONGEST_NAME, ZONES_AT_MOST } from '../read-bulletin.ts';
import { parseNumbers, readArcs } from './read-arcs.ts';
import { createRingJoiner, type Ring } from './ring-of-arcs.ts';

/** A zone as a bulletin names it, and the coordinates of its GeoJSON MultiPolygon as text. */
export type ZoneShape = { name: string; shape: string };

/** Of the coordinates of a zone as text; Italy's longest has a tenth of it. */
const LONGEST_SHAPE = 512 * 1024;
const LONGEST_SHAPES = 8 * 1024 * 1024;
/** Of the places of arcs, which are parsed in one turn. */
const LONGEST_PLACES = 128 * 1024;

type JoinRing = ReturnType<typeof createRingJoiner>;

const pair = z.tuple([z.number(), z.number()]);
const leftOut = z.instanceof(LeftOutArray);
const geometry = z.object({
  type: z.enum(['Polygon', 'MultiPolygon']),
  arcs: leftOut,
  properties: z.object({ 'Nome zona': z.string().trim().min(1).max(LONGEST_NAME) }),
});
const topology = z.object({
  transform: z.object({ scale: pair, translate: pair }).optional(),
  arcs: leftOut,
  objects: z.record(z.string(), z.object({ geometries: z.array(z.unknown()).max(ZONES_AT_MOST) })),
});

/**
 * The zones of a TopoJSON document with the shapes that a map of a region needs. A zone whose shape cannot be read, or
 * that is there twice with different ones, is left out; nothing here says anything of levels. Read in slices.
 */
export async function readZoneShapes(document: unknown): Promise<ZoneShape[]> {
  const parsed = topology.safeParse(document);
  if (!parsed.success) return [];
  const [collection, ...others] = Object.values(parsed.data.objects);
  if (!collection || others.length > 0) return [];
  const slices = createTimeSlices();
  const arcs = await readArcs(parsed.data.arcs.text, parsed.data.transform, slices);
  if (!arcs) return [];
  const join = createRingJoiner(arcs);
  const shapes = new Map<string, ZoneShape | null>();
  let length = 0;
  for (const each of collection.geometries) {
    const { data: zone } = geometry.safeParse(each);
    if (!zone) continue;
    const name = zone.properties['Nome zona'];
    const shape = await shapeOf(zone, join, slices);
    length += shape?.length ?? 0;
    if (length > LONGEST_SHAPES) return [];
    const former = shapes.get(foldName(name));
    const isOther = former === null || (former !== undefined && former.shape !== shape);
    shapes.set(foldName(name), shape === undefined || isOther ? null : { name, shape });
    await slices.yieldToEventLoop();
  }
  return [...shapes.values()].filter((shape) => shape !== null);
}

/** The polygons of a zone as the coordinates of a MultiPolygon; undefined when any of it cannot be read. */
async function shapeOf(
  { type, arcs: { text } }: z.infer<typeof geometry>,
  join: JoinRing,
  slices: TimeSlices,
): Promise<string | undefined> {
  const places = text.length > LONGEST_PLACES ? undefined : parseNumbers(text);
  if (!Array.isArray(places)) return undefined;
  const polygons: string[] = [];
  let length = 0;
  for (const polygon of type === 'Polygon' ? [places] : (places as unknown[])) {
    const written = await polygonOf(polygon, join, slices);
    if (written === undefined) return undefined;
    length += written?.length ?? 0;
    if (length > LONGEST_SHAPE) return undefined;
    if (written !== null) polygons.push(written);
    await slices.yieldToEventLoop();
  }
  return polygons.length === 0 ? undefined : `[${polygons.join(',')}]`;
}

/** Null when nothing of it is left on the map: an islet, a lake. */
async function polygonOf(
  polygon: unknown,
  join: JoinRing,
  slices: TimeSlices,
): Promise<string | null | undefined> {
  if (!Array.isArray(polygon) || polygon.length === 0) return undefined;
  const rings: string[] = [];
  for (const [index, places] of (polygon as unknown[]).entries()) {
    const ring = Array.isArray(places) ? join(places) : undefined;
    if (ring === undefined) return undefined;
    if (ring === null && index === 0) return null;
    if (ring !== null) rings.push(written(ring));
    await slices.yieldToEventLoop();
  }
  return `[${rings.join(',')}]`;
}

function written(ring: Ring): string {
  return `[${ring.map(([x, y]) => `[${x / 1000},${y / 1000}]`).join(',')}]`;
}
