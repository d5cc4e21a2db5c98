import { isUnderWay } from '@semaforo/contract/domain/delivery-state';
import type { TrackedDelivery } from './tracked-delivery.ts';

/** Which delivery each device has: the last one accepted, also once it has ended. */
export type DeviceLanes = {
  /** Puts a delivery into the lane of its device; returns the one that was there. */
  enter: (delivery: TrackedDelivery) => TrackedDelivery | undefined;
  /** Empties the lane of a device; returns the delivery that was there. */
  leave: (deviceId: number) => TrackedDelivery | undefined;
  find: (deviceId: number) => TrackedDelivery | undefined;
  /** False when a newer delivery took the lane, or the device is gone. */
  holds: (delivery: TrackedDelivery) => boolean;
  isUnderWay: (deviceId: number) => boolean;
  listUnderWay: () => TrackedDelivery[];
  /** Empties all lanes. */
  clear: () => void;
};

export function createDeviceLanes(): DeviceLanes {
  const lanes = new Map<number, TrackedDelivery>();
  return {
    enter: (delivery) => {
      const former = lanes.get(delivery.device.id);
      lanes.set(delivery.device.id, delivery);
      return former;
    },
    leave: (deviceId) => {
      const former = lanes.get(deviceId);
      lanes.delete(deviceId);
      return former;
    },
    find: (deviceId) => lanes.get(deviceId),
    holds: (delivery) => lanes.get(delivery.device.id) === delivery,
    isUnderWay: (deviceId) => {
      const delivery = lanes.get(deviceId);
      return delivery !== undefined && isUnderWay(delivery.state);
    },
    listUnderWay: () => [...lanes.values()].filter(({ state }) => isUnderWay(state)),
    clear: () => lanes.clear(),
  };
}
