import { colorAfter } from '@semaforo/contract/domain/alert-rules';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { Refusal } from '../platform/refusal.ts';
import type { AlertReach, ReachedSignal } from './alert-reach.ts';
import type { AlertsAroundRepository } from './alerts-around.repository.ts';
import type { createReadAround } from './around-devices.ts';
import type { NewestCommand } from './newest-commands.ts';
import { inCourse, type StoredAlert } from './stored-alert.ts';

/** A signal of an alert, and what its end would command it; undefined: it stays as it is. */
type EndOnSignal = {
  device: ReachedSignal;
  last: NewestCommand | undefined;
  value: DeviceStatus | undefined;
};

/**
 * What the end of an alert does to each signal that follows it or was commanded by it, as things are now. One that a
 * person ends now waits for no other alert, and keeps what was set by hand unless that person said otherwise.
 */
export type PlannedEnd = (alert: StoredAlert) => Promise<EndOnSignal[] | Refusal>;

export function createPlannedEnd(options: {
  reach: AlertReach;
  around: Pick<AlertsAroundRepository, 'newestCommands' | 'commandedBy' | 'colorsBefore'>;
  readAround: ReturnType<typeof createReadAround>;
}): PlannedEnd {
  const { around, reach } = options;
  return async (alert) => {
    const reached = await reach(alert);
    // A group that is gone: what the alert has commanded must go back all the same.
    const signals = await reach({ ...alert, whom: { ...alert.whom, kind: 'tutti' } });
    if (signals instanceof Refusal) return signals;
    const own = await around.commandedBy(alert.id);
    if (!(reached instanceof Refusal)) for (const { id } of reached) own.add(id);
    const meant = alert.whom.kind === 'nessuno' ? [] : signals.filter(({ id }) => own.has(id));
    const ids = meant.map(({ id }) => id);
    const newest = await around.newestCommands(ids);
    const former = await around.colorsBefore(ids);
    const { othersOn, nextOn } = await options.readAround(alert);
    const isTimed = alert.decision === 'confermata';
    return meant.map((device) => {
      const last = newest.get(device.id);
      const value = colorAfter(inCourse(alert), {
        last,
        others: othersOn(device.id),
        next: isTimed ? nextOn(device.id) : undefined,
        former: former.get(device.id) ?? 'verde',
        keepsOverride: !isTimed && !alert.endsOverrides,
      });
      return { device, last, value };
    });
  };
}
