import type { Kysely } from 'kysely';
import type { GroupCommit } from '../database/group-commit.ts';
import type { Database } from '../database/schema.ts';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { createAdoptShared } from './adopt-shared.ts';
import type { DeviceDirectory } from './device-directory.ts';
import type { DeviceStatesRepository } from './device-states.repository.ts';
import type { DeviceStates } from './device-states.ts';
import { createSharedStatesRepository } from './shared-states.repository.ts';
import { createYieldAsked } from './yield-asked.ts';

/** Rarely: it reads a row for each device that does not show what was asked of it. */
const ASKED_CHECK_EVERY_MS = 2000;

/** What this server takes over from others on the same database. */
export function createFromOthers(options: {
  db: Kysely<Database>;
  commit: Pick<GroupCommit, 'stored'>;
  directory: DeviceDirectory;
  states: DeviceStates;
  statesRepository: DeviceStatesRepository;
  /** Brings the directory up to what they did. */
  refresh: () => Promise<void>;
  logger: Logger;
}) {
  const { directory, states, logger } = options;
  const askedCheck = createInterval({
    name: 'asked-check',
    everyMs: ASKED_CHECK_EVERY_MS,
    logger,
    work: createYieldAsked({ repository: options.statesRepository, directory, states }),
  });
  const adoptShared = createAdoptShared({
    ...options,
    repository: createSharedStatesRepository(options.db),
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
