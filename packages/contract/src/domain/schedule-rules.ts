import { parseWrittenTime } from './rome-time.ts';

const MS_PER_DAY = 86_400_000;

/** How far in the future a schedule may be (docs/rules.md#time-of-a-schedule). */
export const SCHEDULE_MAX_AHEAD_MS = 366 * MS_PER_DAY;

/** A schedule whose command was sent later than this is `in ritardo` (docs/rules.md#schedule-outcomes). */
export const PUNCTUAL_WITHIN_MS = 1000;

/** How a schedule stands once it was started (docs/rules.md#schedule-outcomes). */
export const SCHEDULE_OUTCOMES = [
  'in corso',
  'eseguita',
  'in ritardo',
  'non confermata',
  'superata',
  'mancata',
  'annullata',
] as const;

export type ScheduleOutcome = (typeof SCHEDULE_OUTCOMES)[number];

export type ScheduleTime =
  | { accepted: true; executeAt: number }
  | {
      accepted: false;
      reason: 'malformed' | 'nonexistent' | 'ambiguous' | 'not-future' | 'too-far';
    };

/**
 * The instant (epoch ms) of a schedule written as ISO time, or why it is refused. It must lie after `now`, at most 366
 * days.
 */
export function acceptScheduleTime(datetime: string, now: number): ScheduleTime {
  const written = parseWrittenTime(datetime);
  if (written.kind !== 'instant') return { accepted: false, reason: written.kind };
  if (written.instant <= now) return { accepted: false, reason: 'not-future' };
  if (written.instant - now > SCHEDULE_MAX_AHEAD_MS) return { accepted: false, reason: 'too-far' };
  return { accepted: true, executeAt: written.instant };
}
