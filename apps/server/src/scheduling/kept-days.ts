import type { Place } from './moment-instant.ts';
import { nextDays, type PlanDay } from './plan-times.ts';
import type { StoredPlan } from './stored-plan.ts';

/** How many plans are kept; more begin anew. */
const KEPT_AT_MOST = 20_000;
const DAY_MS = 86_400_000;

type Kept = { days: string; next: PlanDay[]; from: number; until: number };

/**
 * The next days of a plan, kept until the first of them begins, the plan or its places change, or a day is over: a year
 * of exceptions costs some 10 ms to skip, and a list of plans is read again and again.
 */
export function createKeptDays(count: number) {
  const kept = new Map<number, Kept>();
  return (plan: StoredPlan, places: readonly Place[], now: number): readonly PlanDay[] => {
    const { repeat, every, days, dates, exceptions, startsOn, endsOn, begin, end } = plan;
    const written = JSON.stringify([
      ...[repeat, every, days, dates, exceptions, startsOn, endsOn, begin, end],
      places,
    ]);
    const known = kept.get(plan.id);
    // A clock that was set back makes days of yesterday the next ones again.
    if (known?.days === written && now >= known.from && now < known.until) return known.next;
    const next = nextDays(plan, places, { after: now, count });
    const until = Math.min(next[0]?.begin ?? Number.POSITIVE_INFINITY, now + DAY_MS);
    if (kept.size >= KEPT_AT_MOST) kept.clear();
    kept.set(plan.id, { days: written, next, from: now, until });
    return next;
  };
}
