import type { GroupCommit } from '../database/group-commit.ts';
import type { Clock } from '../platform/clock.ts';
import type { DeviceDirectory } from './device-directory.ts';
import type { DeviceStatesRepository } from './device-states.repository.ts';
import type { DeviceStates } from './device-states.ts';

/** Longer than another server takes to store what it heard, and than the clocks of two servers differ. */
const BACK_MS = 10_000;

/**
 * Takes over what other servers heard of devices that this one could not hear: between its reading of the stored states
 * and its link to the broker, or while that was away. Reads nothing while this server has heard every device itself.
 */
export function createAdoptSaid(options: {
  repository: Pick<DeviceStatesRepository, 'saidSince'>;
  directory: Pick<DeviceDirectory, 'findById' | 'listAll'>;
  states: Pick<DeviceStates, 'isUnheard' | 'isStored' | 'apply' | 'follow'>;
  commit: Pick<GroupCommit, 'stored'>;
  clock: Clock;
}): () => Promise<void> {
  const { repository, directory, states, clock } = options;
  let upTo = clock.now();
  let changed: Set<number | 'all'> | undefined;
  return async () => {
    const now = clock.now();
    if (changed === undefined) {
      const noted = new Set<number | 'all'>();
      changed = noted;
      states.follow((what) => noted.add(what));
    }
    if (directory.listAll().some(({ id }) => states.isUnheard(id))) {
      // What this server found out itself is stored first: else what is read would be older than that.
      await options.commit.stored();
      changed.clear();
      const said = await repository.saidSince(upTo - BACK_MS);
      if (changed.has('all')) return;
      for (const { deviceId, state } of said) {
        const device = directory.findById(deviceId);
        // What changed here meanwhile is newer than what was read: the next time reads it again.
        if (!device || changed.has(deviceId) || !states.isStored(deviceId)) continue;
        states.apply(device, { kind: 'heard-elsewhere', said: state });
      }
    }
    upTo = now;
  };
}
