import type { GroupCommit } from '../database/group-commit.ts';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import type { Logger } from '../platform/logger.ts';
import type { DeviceDirectory } from './device-directory.ts';
import type { DeviceStates } from './device-states.ts';
import type { SharedStatesRepository } from './shared-states.repository.ts';

/** A device that changes here all the time is looked at again after this. */
const AGAIN_AFTER_MS = 50;

/** Takes over what other servers know of devices and this one cannot hear from them (docs/decisions/0047-bus.md). */
export type AdoptShared = {
  /** Other servers stored something of these devices. */
  changed: (deviceIds: readonly number[]) => void;
  stop: () => Promise<void>;
};

export function createAdoptShared(options: {
  repository: SharedStatesRepository;
  directory: Pick<DeviceDirectory, 'findById'>;
  states: Pick<DeviceStates, 'of' | 'isStored' | 'apply'>;
  commit: Pick<GroupCommit, 'stored'>;
  logger: Logger;
}): AdoptShared {
  const { repository, directory, states } = options;
  const waiting = new Set<number>();
  const read = async (ids: readonly number[]) => {
    try {
      return await repository.sharedOf(ids);
    } catch (error) {
      for (const id of ids) waiting.add(id);
      throw error;
    }
  };
  const job = createDebouncedJob({
    name: 'adopt-shared',
    delayMs: 0,
    logger: options.logger,
    work: async () => {
      // What this server found out itself is stored first: else what is read would be older than that.
      await options.commit.stored();
      const ids = [...waiting];
      // What is said of them while they are read may be newer than what is read.
      waiting.clear();
      const before = new Map(ids.map((id) => [id, states.of(id)]));
      const found = await read(ids);
      for (const id of ids) {
        const device = directory.findById(id);
        const shared = found.get(id);
        if (!device || !shared) continue;
        if (states.isStored(id) && states.of(id) === before.get(id))
          states.apply(device, { kind: 'learned', known: shared });
        else again.add(id);
      }
      if (again.size > 0) againJob.request();
    },
  });
  const again = new Set<number>();
  const againJob = createDebouncedJob({
    name: 'adopt-shared-again',
    delayMs: AGAIN_AFTER_MS,
    logger: options.logger,
    work: () => {
      for (const id of again) waiting.add(id);
      again.clear();
      if (waiting.size > 0) job.request();
    },
  });
  return {
    changed: (deviceIds) => {
      for (const id of deviceIds) waiting.add(id);
      job.request();
    },
    stop: async () => {
      await againJob.stop();
      await job.stop();
    },
  };
}
