import type { ChosenDevice } from '../commands/choose-targets.ts';
import { needsSun, type PlanTime, stepsOn } from './plan-times.ts';
import type { PlansRepository } from './plans.repository.ts';
import type { StoredPlan } from './stored-plan.ts';

/**
 * Of the devices that the author of a plan may command now, those that one of its times is for: those chosen, and at
 * sunrise and sunset those whose own minute it is, or the nearest to it. So each is commanded once.
 */
export function createDevicesOfTime(
  repository: Pick<PlansRepository, 'find' | 'chosenDevices' | 'instantsOf'>,
) {
  return async (
    { id, day, step, at }: PlanTime & { id: number },
    devices: readonly ChosenDevice[],
  ): Promise<readonly ChosenDevice[]> => {
    const plan = await repository.find(id);
    if (!plan) return [];
    const chosen = plan.whom.kind === 'scelti' ? await repository.chosenDevices(id) : undefined;
    const meant = chosen ? devices.filter((device) => chosen.has(device.id)) : devices;
    if (!needsSun(plan)) return meant;
    const instants = await repository.instantsOf({ id, day, step });
    return meant.filter((device) => nearest(instants, ownInstant(plan, { day, step }, device)) === at);
  };
}

/** Undefined for a device that stands nowhere: it goes with the first ones. */
function ownInstant(
  plan: StoredPlan,
  { day, step }: Pick<PlanTime, 'day' | 'step'>,
  { latitude, longitude }: ChosenDevice,
): number | undefined {
  if (latitude === null || longitude === null) return undefined;
  const steps = stepsOn(plan, day, { latitude, longitude });
  return (step === 'inizio' ? steps?.begin : steps?.end) ?? undefined;
}

function nearest(instants: readonly number[], own: number | undefined): number | undefined {
  if (own === undefined) return instants[0];
  return instants.toSorted((a, b) => Math.abs(a - own) - Math.abs(b - own))[0];
}
