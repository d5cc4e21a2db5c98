import type { Desired } from '@semaforo/contract/domain/desired';
import { sourceOf } from '@semaforo/contract/domain/desired';
import type { DeviceStates } from '../devices/device-states.ts';
import type { TrackedDelivery } from './tracked-delivery.ts';

/** What deliveries desire of their devices, from when pages may know it. */
export type DesiredByCommands = {
  set: (delivery: TrackedDelivery) => void;
  /** Nothing when it was set already. */
  setOnce: (delivery: TrackedDelivery) => void;
  /**
   * Of a delivery that a person stopped before anything was sent: what was desired before is so again, unless something
   * else is since.
   */
  takeBack: (delivery: TrackedDelivery) => void;
};

export function createDesiredByCommands(
  states: Pick<DeviceStates, 'of' | 'apply' | 'beforeTest'>,
): DesiredByCommands {
  const formerOf = new WeakMap<TrackedDelivery, Desired | null>();
  const set = (delivery: TrackedDelivery) => {
    const { device, value, command } = delivery;
    const { desired } = states.of(device.id);
    if (!formerOf.has(delivery)) formerOf.set(delivery, desired);
    // Any other command ends a lamp test on its device at once, and counts.
    if (command.origin === 'riaffermazione') return states.apply(device, { kind: 'awaited', value });
    if (command.origin !== 'prova') states.apply(device, { kind: 'test-ended' });
    // The lamps of a test are not what is desired. Where nothing is, the way back is: a device must not stay behind.
    else if (desired !== null || value !== states.beforeTest(device.id))
      return states.apply(device, { kind: 'awaited', value });
    const { createdAt: since, username: by, origin, ofPlan = false } = command;
    states.apply(device, {
      kind: 'commanded',
      deliveryId: delivery.id,
      desired: { value, since, by, source: sourceOf(origin, ofPlan) },
    });
  };
  return {
    set,
    setOnce: (delivery) => {
      if (!formerOf.has(delivery)) set(delivery);
    },
    takeBack: (delivery) => {
      const former = formerOf.get(delivery);
      const isStillDesired = states.of(delivery.device.id).desired?.since === delivery.command.createdAt;
      if (former !== undefined && isStillDesired)
        states.apply(delivery.device, { kind: 'taken-back', former });
    },
  };
}
