import { parseWrittenTime } from './rome-time.ts';
import { SCHEDULE_MAX_AHEAD_MS, type ScheduleTime } from './schedule-rules.ts';

export type AlertTimes =
  | { accepted: true; from: number; to: number }
  | {
      accepted: false;
      field: 'from' | 'to';
      reason: Extract<ScheduleTime, { accepted: false }>['reason'] | 'not-after';
    };

/**
 * The instants (epoch ms) between which an alert is, written as ISO times, or why they are refused. Its end lies after
 * its beginning and after `now`, at most 366 days; it may have begun before now.
 */
export function acceptAlertTimes(written: { from: string; to: string }, now: number): AlertTimes {
  const from = parseWrittenTime(written.from);
  if (from.kind !== 'instant') return { accepted: false, field: 'from', reason: from.kind };
  const to = parseWrittenTime(written.to);
  if (to.kind !== 'instant') return { accepted: false, field: 'to', reason: to.kind };
  if (to.instant <= from.instant) return { accepted: false, field: 'to', reason: 'not-after' };
  if (to.instant <= now) return { accepted: false, field: 'to', reason: 'not-future' };
  const furthest = to.instant - Math.min(from.instant, now);
  if (furthest > SCHEDULE_MAX_AHEAD_MS) return { accepted: false, field: 'to', reason: 'too-far' };
  return { accepted: true, from: from.instant, to: to.instant };
}
