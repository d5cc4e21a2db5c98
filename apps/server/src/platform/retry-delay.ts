/** The bounds of the wait before something is tried again, in milliseconds. */
export type RetryBounds = { minMs: number; maxMs: number };

export const RETRY_BOUNDS: RetryBounds = { minMs: 1000, maxMs: 30_000 };

/**
 * How long to wait before the next try after `failures` failed ones in a row. It doubles, with jitter (`random` in
 * [0, 1)), so that servers do not all return at once.
 */
export function retryDelayMs(failures: number, random: number, bounds: RetryBounds): number {
  const ceiling = Math.min(bounds.maxMs, bounds.minMs * 2 ** Math.min(failures, 20));
  return bounds.minMs + random * (ceiling - bounds.minMs);
}
