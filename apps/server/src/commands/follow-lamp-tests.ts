import { isOutOfSync } from '@semaforo/contract/domain/desired';
import type { TestedState } from '@semaforo/contract/domain/lamp-test';
import type { DeviceDirectory } from '../devices/device-directory.ts';
import type { DeviceStates } from '../devices/device-states.ts';
import type { Clock } from '../platform/clock.ts';
import type { LampTestsRepository } from './lamp-tests.repository.ts';
import type { StoredLampTest } from './stored-lamp-test.ts';

/**
 * Now and then: marks the devices that tests of other servers have, and lets go of those that show again what they
 * showed, were commanded since, or whose difference a person accepted.
 */
export function createFollowLampTests(options: {
  repository: Pick<LampTestsRepository, 'listOpen' | 'find' | 'commandedSince' | 'setDevice'>;
  directory: Pick<DeviceDirectory, 'findById'>;
  states: Pick<DeviceStates, 'apply' | 'of' | 'pendingOf'>;
  changed: (test: StoredLampTest) => void;
  clock: Clock;
}): () => Promise<void> {
  const { repository, directory, states } = options;
  const marked = new Set<number>();

  /** How a device left a test that has ended; undefined while it has not. */
  const leftAs = (test: StoredLampTest, deviceId: number, isCommanded: boolean): TestedState | undefined => {
    if (test.endedAt === null) return undefined;
    if (isCommanded) return 'interrotta';
    const { desired, lamps } = states.of(deviceId);
    const pending = states.pendingOf(deviceId);
    // By the rule itself: the states say that a device in a test is not out of sync.
    return pending !== null || isOutOfSync(desired, { lamps, pending }) ? undefined : 'rimessa';
  };

  const follow = async (test: StoredLampTest, open: Set<number>) => {
    const commanded = await repository.commandedSince(test);
    let hasChanged = false;
    for (const { id, former } of test.devices.filter(({ isOpen }) => isOpen)) {
      const device = directory.findById(id);
      const state = leftAs(test, id, commanded.has(id));
      if (state === undefined) {
        if (device && !commanded.has(id)) {
          open.add(id);
          states.apply(device, { kind: 'test-begun', former, isOver: test.endedAt !== null });
        }
        continue;
      }
      await repository.setDevice({ testId: test.id, deviceId: id }, { state, closedAt: options.clock.now() });
      hasChanged = true;
    }
    if (hasChanged) options.changed(test);
  };

  return async () => {
    const open = new Set<number>();
    for (const id of await repository.listOpen()) {
      const test = await repository.find(id);
      if (test) await follow(test, open);
    }
    for (const id of marked) {
      const device = open.has(id) ? undefined : directory.findById(id);
      if (device) states.apply(device, { kind: 'test-ended' });
    }
    marked.clear();
    for (const id of open) marked.add(id);
  };
}
