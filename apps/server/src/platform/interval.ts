import { createDebouncedJob } from './debounced-job.ts';
import type { Logger } from './logger.ts';

/** Work that is done again and again. */
export type Interval = {
  /** The first run comes after one pause. */
  start: () => void;
  /** Does the work at once, and resolves when it is done or has failed; the next pause begins then. */
  runNow: () => Promise<void>;
  /** Resolves when a run under way has ended; none follows. */
  stop: () => Promise<void>;
};

/** Does the work over and over with that pause in between; what fails is logged and tried again, later each time. */
export function createInterval(options: {
  name: string;
  everyMs: number;
  logger: Logger;
  work: () => Promise<void>;
}): Interval {
  let started = false;
  let stopped = false;
  const job = createDebouncedJob({
    name: options.name,
    delayMs: options.everyMs,
    logger: options.logger,
    work: async () => {
      if (stopped) return;
      await options.work();
      if (started) job.request();
    },
  });
  return {
    start: () => {
      started = true;
      job.request();
    },
    runNow: job.flush,
    stop: () => {
      stopped = true;
      return job.stop();
    },
  };
}
