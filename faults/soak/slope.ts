/** How a row of measurements rises: per step, by least squares, with the standard error of that. */
export type Slope = { perStep: number; error: number };

export function slopeOf(values: readonly number[]): Slope {
  const count = values.length;
  if (count < 3) return { perStep: 0, error: Number.POSITIVE_INFINITY };
  const middle = (count - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const spread = values.reduce((sum, _value, step) => sum + (step - middle) ** 2, 0);
  const perStep = values.reduce((sum, value, step) => sum + (step - middle) * (value - mean), 0) / spread;
  const rest = values.reduce((sum, value, step) => sum + (value - mean - perStep * (step - middle)) ** 2, 0);
  return { perStep, error: Math.sqrt(rest / (count - 2) / spread) };
}

/** True when the rise cannot be told from the noise: within two standard errors of none. */
export function isWithinNoise({ perStep, error }: Slope): boolean {
  return perStep <= 2 * error;
}
