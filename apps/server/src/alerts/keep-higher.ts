import { keepsColor } from '@semaforo/contract/domain/what-applies';
import { KEPT_FOR_ALERT, KEPT_FOR_PERSON, type KeepHigher } from '../scheduling/run-schedule.ts';
import type { AlertsAroundRepository } from './alerts-around.repository.ts';
import type { createReadAround } from './around-devices.ts';

/** No alert has this id: none is left out of what is around. */
const NO_ALERT = 0;

/** Spares the signals whose color a schedule may not lower (docs/rules.md#what-a-schedule-does-not-lower). */
export function createKeepHigher(options: {
  around: Pick<AlertsAroundRepository, 'newestCommands'>;
  readAround: ReturnType<typeof createReadAround>;
}): KeepHigher {
  return async ({ deviceType, color, createdAt, plan }, author, targets) => {
    if (deviceType !== 'semaforo') return targets;
    const { othersOn } = await options.readAround({ id: NO_ALERT, owner: author });
    // The usual case costs one query: thousands of schedules may be due at one instant.
    if (!plan && targets.every(({ device }) => othersOn(device.id).length === 0)) return targets;
    const newest = await options.around.newestCommands(targets.map(({ device }) => device.id));
    const schedule = { value: color, madeAt: plan ? null : createdAt };
    const judged = targets.map((target) => ({
      target,
      kept: keepsColor(schedule, { alerts: othersOn(target.device.id), last: newest.get(target.device.id) }),
    }));
    const left = judged.filter(({ kept }) => kept === undefined).map(({ target }) => target);
    if (left.length > 0) return left;
    return judged.some(({ kept }) => kept === 'allerta') ? KEPT_FOR_ALERT : KEPT_FOR_PERSON;
  };
}
