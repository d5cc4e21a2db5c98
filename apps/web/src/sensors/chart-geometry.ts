import type { GaugeMinuteRecord } from '@semaforo/contract/api/sensors';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';

export const CHART = { width: 582, height: 226, band: 22 } as const;

/** A stretch of time on the chart, from x to x. */
export type Stretch = { from: number; to: number };

/** A chart of the level over a period: times in epoch ms, lengths in its own units. */
export type LevelChart = {
  /** The line of each stretch without a gap, and the surface below it. */
  lines: { line: string; area: string }[];
  /** When nothing was measured: no line goes across. */
  gaps: (Stretch & { ms: number })[];
  x: (at: number) => number;
  y: (level: number) => number;
  /** The levels at the axis, and the times below it. */
  levels: number[];
  times: number[];
};

const STEPS_CM = [5, 10, 20, 25, 50, 100, 200];
const MINUTE_MS = 60_000;
const TIME_STEPS_MS = [15, 30, 60, 240, 1440, 5 * 1440].map((minutes) => minutes * MINUTE_MS);
/** Nothing for longer than this times the stretches of the chart is a gap. */
const GAP_TURNS = 3;

/** Draws the measures of a period that ends now; `highest`: what must be on the chart besides, such as a threshold. */
export function levelChartOf(
  minutes: readonly GaugeMinuteRecord[],
  { from, to, highest, stretchMs }: { from: number; to: number; highest: number; stretchMs: number },
): LevelChart {
  const points = minutes.flatMap(({ minute, level, level_max: most }) =>
    level === null ? [] : [{ at: Date.parse(minute), level, most: most ?? level }],
  );
  const top = roundUp(Math.max(highest, ...points.map(({ most }) => most), 10) * 1.1);
  const x = (at: number) => round(((at - from) / (to - from)) * CHART.width);
  const y = (level: number) => round(CHART.height - (Math.max(0, level) / top) * CHART.height);
  const stretches: (typeof points)[] = [];
  const gaps: LevelChart['gaps'] = [];
  let last: (typeof points)[number] | undefined;
  for (const point of points) {
    const since = last?.at;
    if (since === undefined || point.at - since > GAP_TURNS * stretchMs) {
      if (since !== undefined) gaps.push({ from: x(since), to: x(point.at), ms: point.at - since });
      stretches.push([point]);
    } else stretches.at(-1)?.push(point);
    last = point;
  }
  if (last && to - last.at > GAP_TURNS * stretchMs)
    gaps.push({ from: x(last.at), to: x(to), ms: to - last.at });
  const lines = stretches.map((stretch) => {
    const line = stretch
      .map(({ at, level }, index) => `${index === 0 ? 'M' : 'L'}${x(at)} ${y(level)}`)
      .join('');
    const [first, end] = [x(stretch[0]?.at ?? from), x(stretch.at(-1)?.at ?? from)];
    return { line: `${line}h0`, area: `${line}L${end} ${CHART.height}L${first} ${CHART.height}Z` };
  });
  const step = STEPS_CM.find((cm) => top / cm <= 6) ?? 500;
  return {
    ...{ lines, gaps, x, y },
    levels: Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step),
    times: timesBetween(from, to),
  };
}

/** Where a lamp showed which color: drawn below the axis. */
export function lampBandOf(
  reports: readonly { at: string; lamp: string; on: boolean }[],
  { from, to }: { from: number; to: number },
): (Stretch & { color: SignalColor })[] {
  const lit = reports
    .filter(({ on }) => on)
    .map(({ at, lamp }) => ({ at: Date.parse(at), color: lamp as SignalColor }))
    .sort((one, other) => one.at - other.at);
  const scale = (at: number) => round(((at - from) / (to - from)) * CHART.width);
  return lit.flatMap(({ at, color }, index) => {
    const until = lit[index + 1]?.at ?? to;
    return until <= from ? [] : [{ color, from: scale(Math.max(at, from)), to: scale(until) }];
  });
}

function timesBetween(from: number, to: number): number[] {
  const step = TIME_STEPS_MS.find((ms) => (to - from) / ms <= 6) ?? 7 * 1440 * MINUTE_MS;
  const first = Math.ceil(from / step) * step;
  return Array.from(
    { length: Math.max(0, Math.floor((to - first) / step) + 1) },
    (_, index) => first + index * step,
  );
}

function roundUp(level: number): number {
  const step = STEPS_CM.find((cm) => level / cm <= 6) ?? 500;
  return Math.ceil(level / step) * step;
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}
