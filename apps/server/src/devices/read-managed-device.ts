import type { ManagedDevice } from '@semaforo/contract/api/devices';
import { toManagedDevice } from './device-records.ts';
import type { DeviceStates } from './device-states.ts';
import type { DevicesRepository } from './devices.repository.ts';
import type { KnownDevice } from './known-device.ts';

/** Reads a device as admins see it, with its owner's name. */
export function createReadManagedDevice(options: {
  repository: Pick<DevicesRepository, 'usernames'>;
  states: DeviceStates;
}): (device: KnownDevice) => Promise<ManagedDevice> {
  return async (device) => {
    const usernames = await options.repository.usernames();
    return toManagedDevice(options.states, device, usernames.get(device.ownerId ?? 0) ?? null);
  };
}
