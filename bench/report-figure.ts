/** One measured figure; `limit` is what the house holds it to, in the same unit. */
export type Figure = { name: string; value: number; unit: 'ms' | 'MB'; limit: number; runs?: number };

/** Prints the figure as one JSON line, with whether it is within its limit. */
export function reportFigure({ name, value, unit, limit, ...rest }: Figure): void {
  const rounded = Math.round(value * 10) / 10;
  console.log(JSON.stringify({ name, value: rounded, unit, limit, ok: rounded <= limit, ...rest }));
}
