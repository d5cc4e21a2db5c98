import type { GaugeMinuteRecord } from '@semaforo/contract/api/sensors';
import { romeDay, romeDays, romeWallTime } from '@semaforo/contract/domain/rome-time';
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
  times: { at: number; words: string }[];
};

const STEPS_CM = [5, 10, 20, 25, 50, 100, 200];
const MINUTE_MS = 60_000;
const TIME_STEPS_MS = [15, 30, 60, 240].map((minutes) => minutes * MINUTE_MS);
const LABELS_AT_MOST = 7;
/** Nothing for longer than this times the stretches of the chart is a gap. */
const GAP_TURNS = 3;

type ChartOptions = {
  from: number;
  to: number;
  /** What must be on the chart besides, such as a threshold. */
  highest: number;
  stretchMs: number;
  /** Before that a gauge that says nothing is not silent. */
  silentMs: number;
};

/** Draws the measures of a period that ends now. */
export function levelChartOf(
  minutes: readonly GaugeMinuteRecord[],
  { from, to, highest, stretchMs, silentMs }: ChartOptions,
): LevelChart {
  const longestMs = Math.max(GAP_TURNS * stretchMs, silentMs);
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
    if (since === undefined || point.at - since > longestMs) {
      if (since !== undefined) gaps.push({ from: x(since), to: x(point.at), ms: point.at - since });
      stretches.push([point]);
    } else stretches.at(-1)?.push(point);
    last = point;
  }
  if (last && to - last.at > longestMs) gaps.push({ from: x(last.at), to: x(to), ms: to - last.at });
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

/** The highest level that was measured; null without any. */
export function highestOf(minutes: readonly GaugeMinuteRecord[]): number | null {
  const levels = minutes.flatMap(({ level_max: most }) => most ?? []);
  return levels.length === 0 ? null : Math.max(...levels);
}

/** Where a lamp showed which color, by reports from the newest on; nothing while all are dark. Drawn below the axis. */
export function lampBandOf(
  reports: readonly { at: string; lamp: string; on: boolean }[],
  { from, to }: { from: number; to: number },
): (Stretch & { color: SignalColor })[] {
  const scale = (at: number) => round(((at - from) / (to - from)) * CHART.width);
  const band: (Stretch & { color: SignalColor })[] = [];
  const lit = new Set<SignalColor>();
  let shown: { color: SignalColor; since: number } | undefined;
  const show = (color: SignalColor | undefined, at: number) => {
    if (color === shown?.color) return;
    if (shown && at > from)
      band.push({ color: shown.color, from: scale(Math.max(shown.since, from)), to: scale(at) });
    shown = color && { color, since: at };
  };
  for (const { at, lamp, on } of reports.toReversed()) {
    lit.delete(lamp as SignalColor);
    if (on) lit.add(lamp as SignalColor);
    show([...lit].at(-1), Date.parse(at));
  }
  show(undefined, to);
  return band;
}

function timesBetween(from: number, to: number): LevelChart['times'] {
  const days = romeDays(from, to).map((day) => ({ day, ...romeDay(day) }));
  const stepMs = TIME_STEPS_MS.find((ms) => (to - from) / ms <= LABELS_AT_MOST);
  const times = stepMs
    ? days
        .flatMap((day) => timesOfDay(day, stepMs))
        .map((at) => ({ at, words: romeWallTime(at).time.slice(0, 5) }))
    : days
        .filter((_, index) => days.length <= LABELS_AT_MOST + 1 || index % 5 === 0)
        .map(({ day, from: at }) => ({ at, words: `${day.slice(8)}/${day.slice(5, 7)}` }));
  return times.filter(({ at }) => at >= from && at <= to);
}

function timesOfDay({ from, to }: { from: number; to: number }, stepMs: number): number[] {
  return Array.from({ length: Math.ceil((to - from) / stepMs) }, (_, turn) => from + turn * stepMs);
}

function roundUp(level: number): number {
  const step = STEPS_CM.find((cm) => level / cm <= 6) ?? 500;
  return Math.ceil(level / step) * step;
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}
