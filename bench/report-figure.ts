/** One measured figure; `limit`, where there is one, is what the house holds it to, in the same unit. */
export type Figure = { name: string; value: number; unit: 'ms' | 'MB'; limit?: number; runs?: number };

/** Prints the figure as one JSON line, with whether it is within its limit. */
export function reportFigure({ name, value, unit, limit, ...rest }: Figure): void {
  const rounded = Math.round(value * 10) / 10;
  const judged = limit === undefined ? {} : { limit, ok: rounded <= limit };
  console.log(JSON.stringify({ name, value: rounded, unit, ...judged, ...rest }));
}

/** The middle one of the values; of an even number the upper of the two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
