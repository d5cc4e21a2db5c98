import type { DeviceStates } from '../devices/device-states.ts';
import type { TrackedDelivery } from './tracked-delivery.ts';

/** What deliveries ask of their devices, from when pages may know it. */
export type AskedOfDevices = {
  ask: (delivery: TrackedDelivery) => void;
  /** Nothing when it was asked already. */
  askOnce: (delivery: TrackedDelivery) => void;
};

export function createAskedOfDevices(states: Pick<DeviceStates, 'ask' | 'endTest'>): AskedOfDevices {
  const asked = new WeakSet<TrackedDelivery>();
  const ask = (delivery: TrackedDelivery) => {
    const { device, value, command } = delivery;
    asked.add(delivery);
    // Any other command ends a lamp test on its device at once, and counts.
    if (command.origin !== 'prova') states.endTest(device);
    states.ask(device, { value, at: command.createdAt, by: command.username });
  };
  return {
    ask,
    askOnce: (delivery) => {
      if (!asked.has(delivery)) ask(delivery);
    },
  };
}
