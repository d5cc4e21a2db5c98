/** How long a session lasts from its log-in. */
export const LIFETIME_S = 12 * 60 * 60;

/** The end of a session that begins at that instant (epoch milliseconds). */
export function endOfSession(now: number): number {
  return (Math.floor(now / 1000) + LIFETIME_S) * 1000;
}
