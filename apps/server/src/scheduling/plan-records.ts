import type { Plan, PlanOccurrence } from '@semaforo/contract/api/plans';
import { labelOf } from '@semaforo/contract/domain/label';
import type { ChooseTargets } from '../commands/choose-targets.ts';
import { type Clock, isoTime } from '../platform/clock.ts';
import { Refusal } from '../platform/refusal.ts';
import { createTimeSlices } from '../platform/time-slices.ts';
import { createKeptDays } from './kept-days.ts';
import { reachOf } from './plan-reach.ts';
import { needsSun, type PlanDay, placesOf } from './plan-times.ts';
import type { PlansRepository } from './plans.repository.ts';
import type { StoredPlan } from './stored-plan.ts';

const NEXT_SHOWN = 10;

/** The last commands of plans, by plan. */
export type RecentCommands = (planIds: readonly number[]) => Promise<Map<number, Plan['recent']>>;

/** Plans as the API shows them, with what they would do now. */
export function createToPlanRecords(options: {
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
  return async (plans: readonly StoredPlan[]): Promise<Plan[]> => {
    const recent = await options.recentCommands(plans.map(({ id }) => id));
    const slices = createTimeSlices();
    const records: Plan[] = [];
    for (const one of await Promise.all(plans.map(reachedBy))) {
      records.push(toRecord(one, recent.get(one.plan.id) ?? []));
      await slices.yieldToEventLoop();
    }
    return records;
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
