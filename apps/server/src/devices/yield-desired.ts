import { isDeepStrictEqual } from 'node:util';
import type { DeviceDirectory } from './device-directory.ts';
import type { DeviceStatesRepository } from './device-states.repository.ts';
import type { DeviceStates } from './device-states.ts';

/**
 * Lets go of what was desired of devices here when another server has stored something else since: it commanded the
 * device, or a person accepted there what it shows (docs/rules.md#desired-and-reported). Reads nothing while every
 * device shows what was desired of it.
 */
export function createYieldDesired(options: {
  repository: Pick<DeviceStatesRepository, 'desiredOf'>;
  directory: Pick<DeviceDirectory, 'findById'>;
  states: Pick<DeviceStates, 'of' | 'pendingOf' | 'listOutOfSync' | 'apply'>;
}): () => Promise<void> {
  const { repository, directory, states } = options;
  return async () => {
    const desired = states.listOutOfSync();
    if (desired.size === 0) return;
    const stored = await repository.desiredOf([...desired.keys()]);
    for (const [deviceId, ours] of desired) {
      const device = directory.findById(deviceId);
      const isOver = states.of(deviceId).desired === ours && states.pendingOf(deviceId) === null;
      if (device && isOver && !isDeepStrictEqual(stored.get(deviceId), ours))
        states.apply(device, { kind: 'ownership-lost' });
    }
  };
}
