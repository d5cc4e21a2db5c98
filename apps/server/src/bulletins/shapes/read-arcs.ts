import type { TimeSlices } from '../../platform/time-slices.ts';
import { type Line, simplifyLine } from './simplify-line.ts';

/** How the whole numbers of a TopoJSON become degrees; without it they are degrees themselves. */
export type Transform = { scale: readonly [number, number]; translate: readonly [number, number] };

/** A line that two zones share, simplified; undefined when it cannot be read. */
export type Arc = Line | undefined;

/** Many times those of Italy; more are no map of it. */
const ARCS_AT_MOST = 50_000;
const POINTS_AT_MOST = 400_000;
/** It is parsed in one turn. */
const LONGEST_ARC = 128 * 1024;
/** So many characters are looked at before the time is asked. */
const CHARACTERS_PER_CHECK = 65_536;

const OPEN = 91;
const CLOSE = 93;

/** The arcs of a TopoJSON, from their text; undefined when there are more than there can be. Read in slices. */
export async function readArcs(
  text: string,
  transform: Transform | undefined,
  slices: TimeSlices,
): Promise<Arc[] | undefined> {
  const arcs: Arc[] = [];
  let points = 0;
  for (const piece of piecesOf(text)) {
    if (piece !== undefined) {
      const line = readLine(piece, transform);
      points += (line?.length ?? 0) / 2;
      if (arcs.length === ARCS_AT_MOST || points > POINTS_AT_MOST) return undefined;
      arcs.push(line && simplifyLine(line));
    }
    await slices.yieldToEventLoop();
  }
  return arcs;
}

/** The text of each array in an array; undefined now and then, for whoever gives way to others. */
function* piecesOf(text: string): Generator<string | undefined, void> {
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === OPEN) {
      depth += 1;
      if (depth === 2) start = at;
    } else if (code === CLOSE) {
      depth -= 1;
      if (depth === 1) yield text.slice(start, at + 1);
    }
    if (at % CHARACTERS_PER_CHECK === 0) yield undefined;
  }
}

/** The points of an arc in degrees: in a transformed one each is told by its distance from the one before. */
function readLine(text: string, transform: Transform | undefined): Line | undefined {
  const points = text.length > LONGEST_ARC ? undefined : parseNumbers(text);
  if (!Array.isArray(points) || points.length < 2) return undefined;
  const { scale, translate } = transform ?? { scale: [1, 1], translate: [0, 0] };
  const line: number[] = [];
  let before: readonly [number, number] = [0, 0];
  for (const point of points as unknown[]) {
    const read = pairOf(point);
    if (!read) return undefined;
    before = transform ? [before[0] + read[0], before[1] + read[1]] : read;
    const [longitude, latitude] = [before[0] * scale[0] + translate[0], before[1] * scale[1] + translate[1]];
    if (!isOnEarth(longitude, latitude)) return undefined;
    line.push(longitude, latitude);
  }
  return line;
}

function pairOf(point: unknown): readonly [number, number] | undefined {
  const [x, y] = Array.isArray(point) ? (point as unknown[]) : [];
  return typeof x === 'number' && typeof y === 'number' ? [x, y] : undefined;
}

/** Not so for what is no number, too. */
function isOnEarth(longitude: number, latitude: number): boolean {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
}

/** The parsed text of a left-out array, of which nobody has checked that it is JSON; undefined when it is not. */
export function parseNumbers(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
