import type { PlanMoment } from '@semaforo/contract/domain/plan-rules';
import { recurringInstant } from '@semaforo/contract/domain/rome-time';
import { getTimes } from 'suncalc';

/** Where a device stands. */
export type Place = { latitude: number; longitude: number };

const MINUTE_MS = 60_000;

/**
 * When a moment is on a day, in epoch milliseconds of a whole minute; `moved`: an hour later than it says, because the
 * clock skips it. Undefined where the sun does not rise or set that day.
 */
export function instantOf(
  moment: PlanMoment,
  day: string,
  place: Place | undefined,
): { at: number; moved: boolean } | undefined {
  if (moment.kind === 'ora') return recurringInstant(day, moment.time);
  if (!place) return undefined;
  const { sunrise, sunset } = getTimes(new Date(`${day}T12:00:00Z`), place.latitude, place.longitude);
  const sun = moment.kind === 'alba' ? sunrise : sunset;
  if (!sun) return undefined;
  const minute = Math.round(sun.getTime() / MINUTE_MS);
  return { at: (minute + moment.offsetMin) * MINUTE_MS, moved: false };
}
