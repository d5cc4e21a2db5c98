import { sourceOf } from '@semaforo/contract/domain/desired';
import type { DeviceStates } from '../devices/device-states.ts';
import type { TrackedDelivery } from './tracked-delivery.ts';

/** What deliveries desire of their devices, from when pages may know it. */
export type DesiredByCommands = {
  set: (delivery: TrackedDelivery) => void;
  /** Nothing when it was set already. */
  setOnce: (delivery: TrackedDelivery) => void;
};

export function createDesiredByCommands(
  states: Pick<DeviceStates, 'setDesired' | 'endTest'>,
): DesiredByCommands {
  const isSet = new WeakSet<TrackedDelivery>();
  const set = (delivery: TrackedDelivery) => {
    const { device, value, command } = delivery;
    isSet.add(delivery);
    // Any other command ends a lamp test on its device at once, and counts.
    if (command.origin !== 'prova') states.endTest(device);
    const { createdAt: since, username: by, origin, ofPlan = false } = command;
    states.setDesired(device, { value, since, by, source: sourceOf(origin, ofPlan) });
  };
  return {
    set,
    setOnce: (delivery) => {
      if (!isSet.has(delivery)) set(delivery);
    },
  };
}
