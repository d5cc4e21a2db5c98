/** So many in a period, which begins with the first of them. */
export type RateLimit = { points: number; perMs: number };

/** How often one user may call the routes that have a limit in common (docs/rules.md#fair-shares). */
export const rateLimits = {
  commands: { points: 50, perMs: 5000 },
  brokerTrials: { points: 10, perMs: 60_000 },
  /** Each tells everybody on duty. */
  dutyTrials: { points: 3, perMs: 10 * 60_000 },
  writes: { points: 300, perMs: 15_000 },
  longReads: { points: 500, perMs: 10_000 },
  shortReads: { points: 10_000, perMs: 10_000 },
} satisfies Record<string, RateLimit>;

/** The name of a limit of calls. */
export type LimitName = keyof typeof rateLimits;

/** How many calls of one user run at once, by what they cost. */
export const callsAtOnce = { growing: 2, small: 16, remote: 4, writes: 2 };
