import { isDeepStrictEqual } from 'node:util';
import type { DeviceDirectory } from './device-directory.ts';
import type { DeviceStatesRepository } from './device-states.repository.ts';
import type { DeviceStates } from './device-states.ts';

/**
 * Lets go of what was asked of devices here when another server has stored something else since: it commanded the
 * device, or a person accepted there what it shows (docs/rules.md#asked-and-shown). Reads nothing while every device
 * shows what was asked of it.
 */
export function createYieldAsked(options: {
  repository: Pick<DeviceStatesRepository, 'askedOf'>;
  directory: Pick<DeviceDirectory, 'findById'>;
  states: Pick<DeviceStates, 'of' | 'pendingOf' | 'listStoredAsked' | 'yieldAsked'>;
}): () => Promise<void> {
  const { repository, directory, states } = options;
  return async () => {
    const asked = states.listStoredAsked();
    if (asked.size === 0) return;
    const stored = await repository.askedOf([...asked.keys()]);
    for (const [deviceId, ours] of asked) {
      const device = directory.findById(deviceId);
      const isOver = states.of(deviceId).asked === ours && states.pendingOf(deviceId) === null;
      if (device && isOver && !isDeepStrictEqual(stored.get(deviceId), ours)) states.yieldAsked(device);
    }
  };
}
