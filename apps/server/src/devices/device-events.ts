import type { KnownDevice } from './known-device.ts';

/**
 * A change of the list of devices. `owners` are the users whose lists changed (null: devices without owner).
 * `replaced` is a device that is deleted or became another, so that what was under way for it ends. `byPeer`:
 * another server did it.
 */
export type DeviceListEvent = {
  owners: readonly (number | null)[];
  replaced?: KnownDevice;
  byPeer?: true;
};
