import { needsPlaces, type PlanStep } from '@semaforo/contract/domain/plan-rules';
import { addDays } from '@semaforo/contract/domain/rome-time';
import { instantOf, type Place } from './moment-instant.ts';
import { daysOfPlan } from './plan-days.ts';
import { momentsOf, type PlannedCommand } from './stored-plan.ts';

/** One time of a plan; at sunset a plan has as many on a day as its devices have minutes. */
export type PlanTime = { day: string; step: PlanStep; at: number };

/** A day of a plan: when it begins, and ends, at the first of its places. */
export type PlanDay = { day: string; begin: number; end: number | null; moved: boolean };

type Steps = { begin: number; end: number | null; moved: boolean };

/** Within ten kilometres the sun is less than half a minute apart. */
const PLACE_DIGITS = 1;

/** Those of a plan's devices that have coordinates, one for each ten kilometres. */
export function placesOf(devices: readonly { latitude: number | null; longitude: number | null }[]): Place[] {
  const places = new Map<string, Place>();
  for (const { latitude, longitude } of devices) {
    if (latitude === null || longitude === null) continue;
    const key = `${latitude.toFixed(PLACE_DIGITS)} ${longitude.toFixed(PLACE_DIGITS)}`;
    if (!places.has(key)) places.set(key, { latitude, longitude });
  }
  return [...places.values()];
}

/** When a plan begins and ends on one of its days, where a device stands; an end that is not later is tomorrow. */
export function stepsOn(plan: PlannedCommand, day: string, place: Place | undefined): Steps | undefined {
  const moments = momentsOf(plan);
  const begin = instantOf(moments.begin, day, place);
  if (!begin) return undefined;
  if (!moments.end) return { begin: begin.at, end: null, moved: begin.moved };
  const today = instantOf(moments.end, day, place);
  const end = today && today.at > begin.at ? today : instantOf(moments.end, addDays(day, 1), place);
  return end && { begin: begin.at, end: end.at, moved: begin.moved || end.moved };
}

/** The times of a plan after an instant and up to another, of days that begin after `activeFrom`. */
export function timesBetween(
  plan: PlannedCommand & { activeFrom: number },
  places: readonly Place[],
  { after, until }: { after: number; until: number },
): PlanTime[] {
  // An end may be a day later than its beginning, and the sun's day is not Rome's.
  const days = daysOfPlan(plan, dayNear(after, -2), dayNear(until, 1));
  const times = days.flatMap((day) =>
    (needsSun(plan) ? places : [undefined]).flatMap((place): PlanTime[] => {
      const steps = stepsOn(plan, day, place);
      if (!steps || steps.begin <= plan.activeFrom) return [];
      const begin = { day, step: 'inizio' as const, at: steps.begin };
      return steps.end === null ? [begin] : [begin, { day, step: 'fine' as const, at: steps.end }];
    }),
  );
  const distinct = new Map(times.map((time) => [`${time.day} ${time.step} ${time.at}`, time]));
  return [...distinct.values()].filter(({ at }) => at > after && at <= until).sort((a, b) => a.at - b.at);
}

/** So many days are looked at together: a dozen times of a plan. */
const DAYS_OF_A_CHECK = { giorno: 12, settimana: 7 * 11, date: 366 };
/** A year of exceptions lies within them. */
const CHECKS_AT_MOST = 40;

/** The next days of a plan that begin after an instant, at most so many. */
export function nextDays(
  plan: PlannedCommand,
  places: readonly Place[],
  { after, count }: { after: number; count: number },
): PlanDay[] {
  const found: PlanDay[] = [];
  const soonest = dayNear(after, -1);
  let from = soonest > plan.startsOn ? soonest : plan.startsOn;
  for (let check = 0; check < CHECKS_AT_MOST && found.length < count; check += 1) {
    const to = addDays(from, DAYS_OF_A_CHECK[plan.repeat] * plan.every);
    for (const day of daysOfPlan(plan, from, to)) {
      if (found.length === count) break;
      const first = firstSteps(plan, day, places);
      if (first && first.begin > after) found.push({ day, ...first });
    }
    from = addDays(to, 1);
  }
  return found;
}

/** The days of a plan from one to another, bounds included, that begin after an instant. */
export function daysWithin(
  plan: PlannedCommand,
  places: readonly Place[],
  { from, to, after }: { from: string; to: string; after: number },
): PlanDay[] {
  return daysOfPlan(plan, from, to).flatMap((day) => {
    const first = firstSteps(plan, day, places);
    return first && first.begin > after ? { day, ...first } : [];
  });
}

function firstSteps(plan: PlannedCommand, day: string, places: readonly Place[]): Steps | undefined {
  const steps = (needsSun(plan) ? places : [undefined]).flatMap((place) => stepsOn(plan, day, place) ?? []);
  return steps.sort((a, b) => a.begin - b.begin)[0];
}

/** Whether a plan follows the sun. */
export function needsSun(plan: Pick<PlannedCommand, 'begin' | 'end'>): boolean {
  const { begin, end } = momentsOf(plan);
  return needsPlaces([begin, end]);
}

function dayNear(instant: number, days: number): string {
  return addDays(new Date(instant).toISOString().slice(0, 10), days);
}
