/** Points of a line: longitude and latitude in turn, in degrees. */
export type Line = readonly number[];

/** Some hundred metres: a pixel and a half where the map is as near as it shows zones. */
const TOLERANCE_DEGREES = 0.001;
/** Each piece by itself: the work grows with the square of its points, and a hostile line may have thousands. */
const POINTS_OF_A_PIECE = 256;

/**
 * The points of a line that a map needs (Douglas and Peucker), its ends among them. A line that two zones share is
 * simplified once, so that no gap opens between them.
 */
export function simplifyLine(line: Line): Line {
  const last = line.length / 2 - 1;
  const kept: number[] = [];
  for (let from = 0; from < last; from += POINTS_OF_A_PIECE) {
    keepNeeded(line, from, Math.min(from + POINTS_OF_A_PIECE, last), kept);
  }
  kept.push(line[2 * last] ?? 0, line[2 * last + 1] ?? 0);
  return kept;
}

/** Writes the needed points between two, the first of them included. */
function keepNeeded(line: Line, from: number, to: number, kept: number[]): void {
  let farthest = from;
  let distance = TOLERANCE_DEGREES;
  for (let at = from + 1; at < to; at += 1) {
    const away = distanceTo(line, at, from, to);
    if (away <= distance) continue;
    farthest = at;
    distance = away;
  }
  if (farthest === from) {
    kept.push(line[2 * from] ?? 0, line[2 * from + 1] ?? 0);
    return;
  }
  keepNeeded(line, from, farthest, kept);
  keepNeeded(line, farthest, to, kept);
}

/** How far a point is from the stretch between two others. */
function distanceTo(line: Line, at: number, from: number, to: number): number {
  const [startX, startY] = [line[2 * from] ?? 0, line[2 * from + 1] ?? 0];
  const [alongX, alongY] = [(line[2 * to] ?? 0) - startX, (line[2 * to + 1] ?? 0) - startY];
  const [x, y] = [(line[2 * at] ?? 0) - startX, (line[2 * at + 1] ?? 0) - startY];
  const length = alongX * alongX + alongY * alongY;
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, (x * alongX + y * alongY) / length));
  return Math.hypot(x - part * alongX, y - part * alongY);
}
