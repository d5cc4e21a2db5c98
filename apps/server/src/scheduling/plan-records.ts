import type { Plan, PlannedDay, PlanOccurrence } from '@semaforo/contract/api/plans';
import { labelOf } from '@semaforo/contract/domain/label';
import { daysOfMonth } from '@semaforo/contract/domain/rome-time';
import type { ChooseTargets } from '../commands/choose-targets.ts';
import { type Clock, isoTime } from '../platform/clock.ts';
import { Refusal } from '../platform/refusal.ts';
import { createTimeSlices } from '../platform/time-slices.ts';
import { createKeptDays } from './kept-days.ts';
import { reachOf } from './plan-reach.ts';
import { daysWithin, needsSun, type PlanDay, placesOf } from './plan-times.ts';
import type { PlansRepository } from './plans.repository.ts';
import type { StoredPlan } from './stored-plan.ts';

const NEXT_SHOWN = 10;

/** The last commands of plans, by plan. */
export type RecentCommands = (planIds: readonly number[]) => Promise<Map<number, Plan['recent']>>;

/** Plans as the API shows them, with what they would do now. */
export function createPlanRecords(options: {
  repository: Pick<PlansRepository, 'chosenDevices'>;
  chooseTargets: ChooseTargets;
  recentCommands: RecentCommands;
  clock: Clock;
}) {
  const keptDays = createKeptDays(NEXT_SHOWN);
  const reachedBy = async (plan: StoredPlan) => {
    const chosen = plan.whom.kind === 'scelti' ? await options.repository.chosenDevices(plan.id) : undefined;
    return { plan, reached: await reachOf(options.chooseTargets, plan, chosen) };
  };
  const toRecord = (
    { plan, reached }: Awaited<ReturnType<typeof reachedBy>>,
    recent: Plan['recent'],
  ): Plan => {
    const devices = reached instanceof Refusal ? [] : reached;
    const places = placesOf(devices);
    const next = keptDays(plan, places, options.clock.now());
    const isBlind = needsSun(plan) && places.length === 0;
    return {
      id: plan.id,
      color: plan.color,
      device_type: plan.deviceType,
      whom: plan.whom.kind,
      group: plan.whom.group,
      devices: devices.map((device) => labelOf(device)),
      repeat: plan.repeat,
      every: plan.every,
      days: [...plan.days],
      dates: [...plan.dates],
      starts_on: plan.startsOn,
      ends_on: plan.endsOn,
      exceptions: [...plan.exceptions],
      begin: plan.begin,
      end: plan.end,
      username: plan.author.username,
      created_at: isoTime(plan.createdAt),
      state: stateOf(plan, next.length === 0 && !isBlind),
      trouble: isBlind ? NO_PLACE : troubleOf(reached),
      next: next.map(toOccurrence),
      recent,
    };
  };
  /** What is worked out for each plan, one after another. */
  const ofEach = async <T>(
    plans: readonly StoredPlan[],
    workOut: (one: Awaited<ReturnType<typeof reachedBy>>) => T,
  ): Promise<T[]> => {
    const slices = createTimeSlices();
    const all: T[] = [];
    for (const one of await Promise.all(plans.map(reachedBy))) {
      all.push(workOut(one));
      await slices.yieldToEventLoop();
    }
    return all;
  };
  return {
    toRecords: async (plans: readonly StoredPlan[]): Promise<Plan[]> => {
      const recent = await options.recentCommands(plans.map(({ id }) => id));
      return ofEach(plans, (one) => toRecord(one, recent.get(one.plan.id) ?? []));
    },
    /** The days of a month (`2026-11`) that are still ahead on which plans that are not paused command. */
    toCalendar: async (plans: readonly StoredPlan[], month: string): Promise<PlannedDay[]> => {
      const days = daysOfMonth(month);
      const [from = '', to = ''] = [days[0], days.at(-1)];
      const after = options.clock.now();
      const planned = await ofEach(
        plans.filter(({ paused }) => !paused),
        ({ plan, reached }) =>
          (reached instanceof Refusal
            ? []
            : daysWithin(plan, placesOf(reached), { from, to, after: Math.max(after, plan.activeFrom) })
          ).map((planDay) => {
            const { day, begin, end } = toOccurrence(planDay);
            return { plan: plan.id, color: plan.color, device_type: plan.deviceType, day, begin, end };
          }),
      );
      return planned.flat().sort((a, b) => a.begin.localeCompare(b.begin) || a.plan - b.plan);
    },
  };
}

const NO_PLACE = 'Nessuno dei suoi dispositivi ha le coordinate: alba e tramonto non si possono calcolare';

/** A day of a plan as the API shows it. */
export function toOccurrence({ day, begin, end, moved }: PlanDay): PlanOccurrence {
  return { day, begin: isoTime(begin), end: end === null ? null : isoTime(end), moved };
}

function troubleOf(reached: readonly unknown[] | Refusal): string | null {
  if (reached instanceof Refusal)
    return reached.kind === 'not-found' ? 'Il suo gruppo non esiste più' : reached.message;
  return reached.length === 0 ? 'Nessun dispositivo da comandare' : null;
}

function stateOf({ paused }: StoredPlan, isOver: boolean): Plan['state'] {
  if (isOver) return 'finito';
  return paused ? 'in pausa' : 'attivo';
}
