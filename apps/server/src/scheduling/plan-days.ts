import { type PlanDays, WEEKDAYS, type Weekday } from '@semaforo/contract/domain/plan-rules';
import { RRuleTemporal } from 'rrule-temporal';

const RFC_DAYS: Record<Weekday, string> = {
  lun: 'MO',
  mar: 'TU',
  mer: 'WE',
  gio: 'TH',
  ven: 'FR',
  sab: 'SA',
  dom: 'SU',
};

/**
 * The days (`2026-11-22`) of a plan between two days, bounds included. Only days are asked of the rule of RFC 5545, at
 * noon of UTC: it would leave out a time that a change of the clock skips.
 */
export function daysOfPlan(plan: PlanDays, from: string, to: string): string[] {
  const first = from < plan.startsOn ? plan.startsOn : from;
  const last = plan.endsOn !== null && plan.endsOn < to ? plan.endsOn : to;
  if (first > last) return [];
  const days =
    plan.repeat === 'date'
      ? plan.dates.filter((day) => day >= first && day <= last).toSorted()
      : ruleOf(plan).between(noonOf(first), noonOf(last), true).map(dayOf);
  const exceptions = new Set(plan.exceptions);
  return days.filter((day) => !exceptions.has(day));
}

function ruleOf({ repeat, every, days, startsOn }: PlanDays): RRuleTemporal {
  const begin = `DTSTART:${startsOn.replaceAll('-', '')}T120000Z`;
  const named = WEEKDAYS.filter((day) => days.includes(day)).map((day) => RFC_DAYS[day]);
  const rule =
    repeat === 'giorno'
      ? `FREQ=DAILY;INTERVAL=${every}`
      : `FREQ=WEEKLY;INTERVAL=${every};WKST=MO;BYDAY=${named.join(',')}`;
  return new RRuleTemporal({ rruleString: `${begin}\nRRULE:${rule}` });
}

function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}

function dayOf({ epochMilliseconds }: { epochMilliseconds: number }): string {
  return new Date(epochMilliseconds).toISOString().slice(0, 10);
}
