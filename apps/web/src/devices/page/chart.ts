import type { MetricsPoint } from '@semaforo/contract/api/device-past';

export const CHART_WIDTH = 280;
export const CHART_HEIGHT = 90;

export type Metric = 'temp' | 'vcc' | 'uptime';

/** A chart of one measure: its lines, one for each stretch without gaps, and where the device was switched on again. */
export type Chart = {
  paths: string[];
  min: number;
  max: number;
  last: number;
  reboots: { at: string; x: number }[];
};

/** Draws the points of one measure; null when there are none. */
export function chartOf(points: readonly MetricsPoint[], metric: Metric): Chart | null {
  const values = points.flatMap((point) => point[metric] ?? []);
  const [first] = points;
  const last = values.at(-1);
  if (first === undefined || last === undefined) return null;
  const min = Math.min(...values);
  const max = Math.max(...values);
  const begin = Date.parse(first.at);
  const lengthMs = Math.max(1, Date.parse(points.at(-1)?.at ?? first.at) - begin);
  const x = (at: string) => round(((Date.parse(at) - begin) / lengthMs) * CHART_WIDTH);
  const y = (value: number) => round(CHART_HEIGHT - ((value - min) / (max - min || 1)) * CHART_HEIGHT);

  const paths: string[] = [];
  let line = '';
  for (const point of points) {
    const value = point[metric];
    // A point alone is a line of no length: a dot.
    if (value !== null) line += line === '' ? `M${x(point.at)} ${y(value)}h0` : `L${x(point.at)} ${y(value)}`;
    else if (line !== '') {
      paths.push(line);
      line = '';
    }
  }
  if (line !== '') paths.push(line);
  return { paths, min, max, last, reboots: rebootsOf(points).map((at) => ({ at, x: x(at) })) };
}

/** When the uptime was less than before: the device was switched on again. */
export function rebootsOf(points: readonly MetricsPoint[]): string[] {
  let former: number | null = null;
  return points.flatMap(({ at, uptime }) => {
    const isReboot = former !== null && uptime !== null && uptime < former;
    former = uptime ?? former;
    return isReboot ? [at] : [];
  });
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}
