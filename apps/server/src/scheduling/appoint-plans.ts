import type { ChooseTargets } from '../commands/choose-targets.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { Refusal } from '../platform/refusal.ts';
import { reachOf } from './plan-reach.ts';
import { needsSun, placesOf, timesBetween } from './plan-times.ts';
import type { PlansRepository } from './plans.repository.ts';
import type { StoredPlan } from './stored-plan.ts';

const HOUR_MS = 3_600_000;
/** The times of so long are schedules, renewed when less is left than the second. */
const APPOINTED_MS = 36 * HOUR_MS;
const RENEWED_MS = 24 * HOUR_MS;
/** Times that nobody appointed because no server ran are told as missed, but not those of a year. */
const MISSED_MS = 7 * 24 * HOUR_MS;

/** Makes schedules of the times of plans that are near; the machinery of schedules does the rest. */
export function createAppointPlans(options: {
  repository: Pick<PlansRepository, 'listToAppoint' | 'appoint' | 'chosenDevices'>;
  chooseTargets: ChooseTargets;
  clock: Clock;
  logger: Logger;
}) {
  const placesFor = async (plan: StoredPlan) => {
    const chosen = plan.whom.kind === 'scelti' ? await options.repository.chosenDevices(plan.id) : undefined;
    const devices = await reachOf(options.chooseTargets, plan, chosen);
    return devices instanceof Refusal ? [] : placesOf(devices);
  };
  const appoint = async (plan: StoredPlan) => {
    const now = options.clock.now();
    const until = now + APPOINTED_MS;
    const places = needsSun(plan) ? await placesFor(plan) : [];
    // Nobody knows when the sun sets there: tried again until somebody says where the devices stand.
    if (needsSun(plan) && places.length === 0) return;
    // Beyond what may be: the clock was ahead when that was stored, and was set back.
    const after = plan.appointedUntil > until ? now : Math.max(plan.appointedUntil, now - MISSED_MS);
    const activeFrom = Math.min(plan.activeFrom, now);
    const times = timesBetween({ ...plan, activeFrom }, places, { after, until });
    await options.repository.appoint(plan, times, { until, now });
  };
  return async () => {
    const now = options.clock.now();
    const plans = await options.repository.listToAppoint({
      until: now + RENEWED_MS,
      atMost: now + APPOINTED_MS,
    });
    for (const plan of plans) {
      try {
        await appoint(plan);
      } catch (error) {
        // One that fails does not hold back the others.
        options.logger.error(
          { err: error, plan: plan.id },
          'a plan could not be appointed, to be tried again',
        );
      }
    }
  };
}
