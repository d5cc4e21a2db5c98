import type { Arc } from './read-arcs.ts';

type Point = readonly [number, number];

/** A closed line, in thousandths of a degree; its last point is its first. */
export type Ring = readonly Point[];

/** A ring with more is not on any map. */
const POINTS_AT_MOST = 20_000;
/** Of all rings of a document: many times those of Italy. Places cost nothing to write, and rings may repeat. */
const POINTS_OF_ALL_AT_MOST = 1_000_000;
/** Three corners, and the first again. */
const FEWEST_POINTS = 4;

/**
 * Joins arcs to rings; a negative place is an arc from its end to its beginning (-1 the first). Undefined when an arc
 * is not there or does not begin where the one before ended; null when nothing is left of the ring on the map.
 */
export function createRingJoiner(arcs: readonly Arc[]) {
  let points = 0;

  const append = (ring: Point[], place: unknown): boolean => {
    const line = pointsOf(place, arcs);
    points += line?.length ?? 0;
    if (!line || ring.length + line.length > POINTS_AT_MOST || points > POINTS_OF_ALL_AT_MOST) return false;
    if (ring.length > 0 && !isSame(line[0], ring.at(-1))) return false;
    for (const point of line) if (!isSame(point, ring.at(-1))) ring.push(point);
    return true;
  };

  return (places: readonly unknown[]): Ring | null | undefined => {
    const ring: Point[] = [];
    // One point is as closed as a ring that has shrunk to it.
    if (!places.every((place) => append(ring, place)) || !isSame(ring[0], ring.at(-1))) return undefined;
    return ring.length < FEWEST_POINTS || areaOf(ring) === 0 ? null : ring;
  };
}

/** The points of the arc in a place, in the order in which it goes there. */
function pointsOf(place: unknown, arcs: readonly Arc[]): Point[] | undefined {
  if (typeof place !== 'number' || !Number.isInteger(place)) return undefined;
  const arc = arcs[place < 0 ? ~place : place];
  if (!arc) return undefined;
  const points: Point[] = [];
  for (let at = 0; at < arc.length; at += 2) {
    points.push([Math.round((arc[at] ?? 0) * 1000), Math.round((arc[at + 1] ?? 0) * 1000)]);
  }
  return place < 0 ? points.reverse() : points;
}

function isSame(one: Point | undefined, other: Point | undefined): boolean {
  return one !== undefined && other !== undefined && one[0] === other[0] && one[1] === other[1];
}

/** Twice the area that a ring encloses, by the sum of its trapezia. */
function areaOf(ring: Ring): number {
  let area = 0;
  let before = ring.at(-1);
  for (const point of ring) {
    if (before) area += (before[0] - point[0]) * (before[1] + point[1]);
    before = point;
  }
  return Math.abs(area);
}
