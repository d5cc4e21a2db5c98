/** The bounds of the wait before the link is tried again, in milliseconds. */
export type ReconnectBounds = { minMs: number; maxMs: number };

export const RECONNECT_BOUNDS: ReconnectBounds = { minMs: 1000, maxMs: 30_000 };

/** How long to wait before the next try after `failures` failed ones in a row: doubling, with jitter (`random` in [0, 1)) so that servers do not all return at once. */
export function reconnectDelayMs(failures: number, random: number, bounds: ReconnectBounds): number {
  const ceiling = Math.min(bounds.maxMs, bounds.minMs * 2 ** Math.min(failures, 20));
  return bounds.minMs + random * (ceiling - bounds.minMs);
}
