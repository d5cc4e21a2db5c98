import type { Kysely } from 'kysely';
import type { GroupCommit } from '../database/group-commit.ts';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { createAdoptSaid } from './adopt-said.ts';
import { createAdoptShared } from './adopt-shared.ts';
import type { DeviceDirectory } from './device-directory.ts';
import type { DeviceStatesRepository } from './device-states.repository.ts';
import type { DeviceStates } from './device-states.ts';
import type { KnownDevice } from './known-device.ts';
import { createSharedStatesRepository } from './shared-states.repository.ts';
import { createYieldDesired } from './yield-desired.ts';

/**
 * Rarely: it reads a row for each device that is out of sync, is thought to be commanded, or was heard of late while
 * there is one that this server has not heard.
 */
const LOOK_UP_EVERY_MS = 2000;

/** What this server takes over from others on the same database. */
export function createFromOthers(options: {
  db: Kysely<Database>;
  commit: Pick<GroupCommit, 'stored'>;
  directory: DeviceDirectory;
  states: DeviceStates;
  yielded: Pick<EventChannel<KnownDevice>, 'subscribe'>;
  statesRepository: DeviceStatesRepository;
  /** Brings the directory up to what they did. */
  refresh: () => Promise<void>;
  clock: Clock;
  logger: Logger;
}) {
  const { directory, states, logger } = options;
  const adoptShared = createAdoptShared({
    ...options,
    repository: createSharedStatesRepository(options.db),
  });
  options.yielded.subscribe(({ id }) => adoptShared.changed([id]));
  const yieldDesired = createYieldDesired({ repository: options.statesRepository, directory, states });
  const adoptSaid = createAdoptSaid({ ...options, repository: options.statesRepository });
  const lookingUp = createInterval({
    name: 'look-up-others',
    everyMs: LOOK_UP_EVERY_MS,
    logger,
    work: async () => {
      await yieldDesired();
      await adoptSaid();
      // That a command has ended is told by the server that had it, which may have ended itself.
      const pending = states.listPendingElsewhere();
      if (pending.length > 0) adoptShared.changed(pending);
    },
  });
  const refreshingNow = createDebouncedJob({
    name: 'device-list-now',
    delayMs: 0,
    logger,
    work: options.refresh,
  });
  return {
    refreshNow: refreshingNow.request,
    changed: adoptShared.changed,
    start: lookingUp.start,
    stop: async () => {
      await Promise.all([lookingUp.stop(), refreshingNow.stop(), adoptShared.stop()]);
    },
  };
}
