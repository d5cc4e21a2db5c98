import type { LevelsRecord, ZoneLevelRecord, ZoneShapesRecord } from '@semaforo/contract/api/bulletins';
import { foldName, type Level } from '@semaforo/contract/domain/bulletin-rules';
import { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';

type Coordinates = ZoneShapesRecord['features'][number]['geometry']['coordinates'];

/** A zone that has a shape, with what the bulletin says of it. */
export type ZoneOnMap = { key: string; level: ZoneLevelRecord; coordinates: Coordinates };

const NO_RISKS = { idraulico: null, temporali: null, idrogeologico: null };

/**
 * The zones with a shape, each with its level of the day, and the levels of which no shape is known. A shape says
 * nothing of a level: without one it is not available.
 */
export function zonesOnMap(
  shapes: ZoneShapesRecord,
  levels: LevelsRecord | undefined,
): { zones: ZoneOnMap[]; withoutShape: ZoneLevelRecord[] } {
  const byKey = new Map((levels?.zones ?? []).map((level) => [keyOf(level), level]));
  const zones = shapes.features.map(({ properties: { zone, name }, geometry: { coordinates } }) => {
    const key = keyOf({ zone, name });
    const level = byKey.get(key) ?? { zone, name, color: null, risks: NO_RISKS };
    return { key, level, coordinates };
  });
  const drawn = new Set(zones.map(({ key }) => key));
  const withoutShape = [...byKey].flatMap(([key, level]) => (drawn.has(key) ? [] : [level]));
  return { zones, withoutShape };
}

function keyOf({ zone, name }: { zone: string | null; name: string }): string {
  return zone ?? `?${foldName(name)}`;
}

/** The gravest level first; what is not available last. */
export const SHOWN_LEVELS: readonly Level[] = [...SIGNAL_COLORS.toReversed(), null];

/** The part of the earth that a shape covers, in degrees. */
export type Extent = { west: number; south: number; east: number; north: number };

/** Of some shapes together; undefined for none. */
export function extentOf(shapes: readonly Coordinates[]): Extent | undefined {
  const extent = { west: 180, south: 90, east: -180, north: -90 };
  for (const polygons of shapes) {
    for (const [longitude, latitude] of polygons.flatMap(([outline = []]) => outline)) {
      extent.west = Math.min(extent.west, longitude);
      extent.east = Math.max(extent.east, longitude);
      extent.south = Math.min(extent.south, latitude);
      extent.north = Math.max(extent.north, latitude);
    }
  }
  return extent.west <= extent.east ? extent : undefined;
}

/** Where a zone's sign stands: in its largest polygon, and how large that is. */
export function largestExtent(polygons: Coordinates): Extent | undefined {
  const extents = polygons.map((polygon) => extentOf([[polygon]])).filter((extent) => extent !== undefined);
  const sizeOf = ({ west, south, east, north }: Extent) => (east - west) * (north - south);
  return extents.toSorted((one, other) => sizeOf(other) - sizeOf(one))[0];
}
