import { isDeepStrictEqual } from 'node:util';
import type { LimitFunction } from 'p-limit';
import type { EventChannel } from '../platform/event-channel.ts';
import type { DeviceDirectory } from './device-directory.ts';
import type { DeviceListEvent } from './device-events.ts';
import type { DeviceStatesRepository } from './device-states.repository.ts';
import type { DeviceStates } from './device-states.ts';
import type { DevicesRepository } from './devices.repository.ts';
import { isSameDevice, type KnownDevice } from './known-device.ts';

/**
 * Brings the directory up to date with what peers did to the devices, and publishes the changes. Called with the
 * version of the list, read before it: what changes in between is seen next time. The state of a new device comes from
 * the database, as after a restart.
 */
export function createMergeDeviceList(options: {
  repository: Pick<DevicesRepository, 'listAll'>;
  statesRepository: Pick<DeviceStatesRepository, 'listAll'>;
  directory: DeviceDirectory;
  states: DeviceStates;
  listEvents: EventChannel<DeviceListEvent>;
  /** The same as of whatever changes devices here: a change of ours is never seen half made. */
  mutex: LimitFunction;
}): (version: number) => Promise<void> {
  const { repository, directory, states, listEvents } = options;
  let seen: number | undefined;

  const forget = (replaced: KnownDevice) => {
    states.forget(replaced.id);
    listEvents.publish({ owners: [replaced.ownerId], replaced, byPeer: true });
  };

  const adopt = async (stored: readonly KnownDevice[]) => {
    const changed = stored.filter((device) => !isDeepStrictEqual(directory.findById(device.id), device));
    const ids = new Set(stored.map(({ id }) => id));
    const before = new Map(directory.listAll().map((device) => [device.id, device]));
    const gone = [...before.values()].filter(({ id }) => !ids.has(id));
    if (changed.length + gone.length === 0) return;
    const added = new Set(changed.filter(({ id }) => !before.has(id)).map(({ id }) => id));
    const lastKnown = added.size > 0 ? await options.statesRepository.listAll() : [];
    const former = changed.flatMap(({ id }) => before.get(id) ?? []);
    // All out before any goes in: topics may have changed hands.
    for (const { id } of [...gone, ...former]) directory.remove(id);
    changed.forEach(directory.put);
    states.load(lastKnown.filter(({ deviceId }) => added.has(deviceId)));
    gone.forEach(forget);
    for (const device of former) {
      const now = directory.findById(device.id);
      if (!now || !isSameDevice(now, device)) forget(device);
    }
    const owners = [...new Set([...changed, ...former].map(({ ownerId }) => ownerId))];
    listEvents.publish({ owners, byPeer: true });
  };

  return async (version) => {
    if (version === seen) return;
    await options.mutex(async () => adopt(await repository.listAll()));
    seen = version;
  };
}
