import type { KnownDevice } from './known-device.ts';

/**
 * What other rooms must know of the list of devices. `owners` are all whose lists changed (null: nobody's). `replaced` is a device that is
 * gone or became another, so that what was under way for it ends.
 */
export type DeviceListEvent = { owners: readonly (number | null)[]; replaced?: KnownDevice };
