import { loadavg } from 'node:os';

/** One measured figure. `limit` or `atLeast`, if any, is the value that it must keep to, in the same unit. */
export type Figure = {
  name: string;
  value: number;
  unit: 'ms' | 'MB' | '%' | 'elements' | 'frames' | 'devices';
  limit?: number;
  atLeast?: number;
  runs?: number;
  /** What a bare program takes, measured in the same run. */
  reference?: number;
};

/**
 * One of our values as a share of a reference measured in the same run. `atLeast` is the smallest share that passes.
 */
export type Ratio = { name: string; ours: number; reference: number; atLeast: number };

/** A time of ours as a multiple of a reference measured in the same run. `atMost` is the largest that passes. */
export type Slowdown = {
  name: string;
  oursMs: number;
  referenceMs: number;
  /** Absent for a ratio that only explains another. */
  atMost?: number;
};

/** Prints the figure as one JSON line, with whether it is within its limit. */
export function reportFigure({ name, value, unit, limit, atLeast, reference, ...rest }: Figure): void {
  const rounded = Math.round(value * 10) / 10;
  const judged = {
    ...(limit !== undefined && { limit, ok: rounded <= limit }),
    ...(atLeast !== undefined && { limit: atLeast, ok: rounded >= atLeast }),
  };
  const beside = reference !== undefined && {
    reference: Math.round(reference * 10) / 10,
    times: Math.round((value / reference) * 100) / 100,
  };
  print({ name, value: rounded, unit, ...judged, ...beside, ...rest });
}

/** Prints the ratio as one JSON line, with both values and whether it is enough. */
export function reportRatio({ name, ours, reference, atLeast }: Ratio): void {
  const value = Math.round((ours / reference) * 100) / 100;
  const rates = { ours: Math.round(ours), reference: Math.round(reference) };
  print({ name, value, unit: 'ratio', limit: atLeast, ok: value >= atLeast, ...rates });
}

/** Prints how many times as long ours takes, with both times and whether it is quick enough. */
export function reportSlowdown({ name, oursMs, referenceMs, atMost }: Slowdown): void {
  const value = Math.round((oursMs / referenceMs) * 100) / 100;
  const times = { oursMs: Math.round(oursMs * 10) / 10, referenceMs: Math.round(referenceMs * 10) / 10 };
  const judged = atMost === undefined ? {} : { limit: atMost, ok: value <= atMost };
  print({ name, value, unit: 'times', ...judged, ...times });
}

/** From the smallest to the largest size the cost per device may grow so much. */
const GROWTH_AT_MOST = 1.3;

/**
 * Prints how the cost per device, in any unit, grows from the smallest size on, as one JSON line; nothing for a single
 * size.
 */
export function reportGrowth(name: string, costs: readonly { devices: number; perDevice: number }[]): void {
  const [first, ...rest] = costs;
  if (!first || rest.length === 0) return;
  const worst = Math.max(...rest.map(({ perDevice }) => perDevice / first.perDevice));
  const value = Math.round(worst * 100) / 100;
  const perDevice = Object.fromEntries(
    costs.map((cost) => [cost.devices, Number(cost.perDevice.toPrecision(3))]),
  );
  const judged = { limit: GROWTH_AT_MOST, ok: value <= GROWTH_AT_MOST };
  print({ name, value, unit: 'times', ...judged, perDevice });
}

/** The middle one of the values; of an even number the upper of the two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The value that so many percent of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? Number.NaN;
}

/** One JSON line, with how many programs the machine had to run meanwhile. */
function print(figure: object): void {
  const [load = 0] = loadavg();
  console.log(JSON.stringify({ ...figure, load: Math.round(load * 10) / 10 }));
}
