import { isAlertInCourse } from '@semaforo/contract/domain/alert-rules';
import { whatApplies } from '@semaforo/contract/domain/what-applies';
import type { Clock } from '../platform/clock.ts';
import { Refusal } from '../platform/refusal.ts';
import type { AlertReach, ReachedSignal } from './alert-reach.ts';
import type { AlertsAroundRepository } from './alerts-around.repository.ts';
import type { createReadAround } from './around-devices.ts';
import type { NewestCommand } from './newest-commands.ts';
import { factsOf, inCourse, type StoredAlert } from './stored-alert.ts';

export type Overridden = { device: ReachedSignal; last: NewestCommand };

/** The devices of an alert in course that a person has commanded otherwise until its end (docs/rules.md#overrides). */
export type FindOverrides = (alert: StoredAlert) => Promise<Overridden[]>;

export function createFindOverrides(options: {
  reach: AlertReach;
  around: Pick<AlertsAroundRepository, 'newestCommands'>;
  readAround: ReturnType<typeof createReadAround>;
  clock: Clock;
}): FindOverrides {
  return async (alert) => {
    if (!isAlertInCourse(factsOf(alert), options.clock.now())) return [];
    const reached = await options.reach(alert);
    if (reached instanceof Refusal || reached.length === 0) return [];
    const newest = await options.around.newestCommands(reached.map(({ id }) => id));
    const begun = inCourse(alert);
    const candidates = reached.filter(({ id }) => newest.get(id)?.ofAlert === false);
    if (candidates.length === 0) return [];
    const { othersOn } = await options.readAround(alert);
    return candidates.flatMap((device) => {
      const last = newest.get(device.id);
      const applies = whatApplies([...othersOn(device.id), begun], last);
      return last && applies.by === 'override' && applies.alert === begun ? [{ device, last }] : [];
    });
  };
}
