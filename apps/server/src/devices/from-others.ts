import type { Kysely } from 'kysely';
import type { GroupCommit } from '../database/group-commit.ts';
import type { Database } from '../database/schema.ts';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { createAdoptShared } from './adopt-shared.ts';
import type { DeviceDirectory } from './device-directory.ts';
import type { DeviceStatesRepository } from './device-states.repository.ts';
import type { DeviceStates } from './device-states.ts';
import type { KnownDevice } from './known-device.ts';
import { createSharedStatesRepository } from './shared-states.repository.ts';
import { createYieldAsked } from './yield-asked.ts';

/** Rarely: it reads a row for each device that does not show what was asked of it, or is thought to be commanded. */
const ASKED_CHECK_EVERY_MS = 2000;

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
  logger: Logger;
}) {
  const { directory, states, logger } = options;
  const adoptShared = createAdoptShared({
    ...options,
    repository: createSharedStatesRepository(options.db),
  });
  options.yielded.subscribe(({ id }) => adoptShared.changed([id]));
  const yieldAsked = createYieldAsked({ repository: options.statesRepository, directory, states });
  const askedCheck = createInterval({
    name: 'asked-check',
    everyMs: ASKED_CHECK_EVERY_MS,
    logger,
    work: async () => {
      await yieldAsked();
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
    start: askedCheck.start,
    stop: async () => {
      await Promise.all([askedCheck.stop(), refreshingNow.stop(), adoptShared.stop()]);
    },
  };
}
