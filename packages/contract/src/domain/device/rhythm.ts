/** So many gaps between live messages of a device are remembered. */
const REMEMBERED = 8;
/** A rhythm is one only from so many gaps on. */
const KNOWN_FROM = 4;
const SHORTEST_MS = 10_000;
const LONGEST_MS = 900_000;
/** A device that misses three turns of its rhythm is quiet, and never before this time. */
const TURNS = 3;
const LEAST_QUIET_MS = 90_000;

/**
 * When a device spoke last, and the last gaps between its live messages, oldest first; by a monotonic clock, in ms.
 * `quietAfterMs`: after what time without a message it is quiet (docs/rules.md#silence); null: it has no rhythm yet.
 */
export type Rhythm = {
  readonly lastAt: number;
  readonly gaps: readonly number[];
  readonly quietAfterMs: number | null;
};

/**
 * The rhythm after a live message. `isSameSession` false: the link was away since the last one, and how long the device
 * was silent is not known. What comes within a second belongs to one turn: a device says its lamps one by one.
 */
export function reportedAgain(former: Rhythm | null, at: number, isSameSession: boolean): Rhythm {
  if (!former) return { lastAt: at, gaps: [], quietAfterMs: null };
  const gap = at - former.lastAt;
  if (!isSameSession || gap < 1000)
    return { lastAt: at, gaps: former.gaps, quietAfterMs: former.quietAfterMs };
  const gaps = [...former.gaps.slice(1 - REMEMBERED), gap];
  return { lastAt: at, gaps, quietAfterMs: quietAfter(gaps) };
}

function quietAfter(gaps: readonly number[]): number | null {
  if (gaps.length < KNOWN_FROM) return null;
  const ordered = gaps.toSorted((a, b) => a - b);
  const median = ordered[Math.floor(ordered.length / 2)] ?? LONGEST_MS;
  const turn = Math.min(Math.max(median, SHORTEST_MS), LONGEST_MS);
  return Math.max(TURNS * turn, LEAST_QUIET_MS);
}
