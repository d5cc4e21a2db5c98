import type { Logger } from './logger.ts';
import { beginWork } from './work-under-way.ts';

/** Work that is put off so that what piles up meanwhile is done at once. */
export type DebouncedJob = {
  /** Runs the work after the delay; asking again before then changes nothing. */
  request: () => void;
  /** Runs the work now and resolves when it is done or has failed, after any run that is under way. */
  flush: () => Promise<void>;
  /** Does a last time what was asked for, then nothing more. */
  stop: () => Promise<void>;
};

/** How long work that keeps failing waits at most before it is tried again. */
const LONGEST_RETRY_MS = 4000;
/** And at least, also when it is usually done at once. */
const SHORTEST_RETRY_MS = 20;

/**
 * A job whose timer runs only while there is work. Work that fails is logged and tried again, each time after a
 * longer pause.
 */
export function createDebouncedJob(options: {
  name: string;
  /** A function is asked each time. */
  delayMs: number | (() => number);
  logger: Logger;
  work: () => Promise<void> | void;
}): DebouncedJob {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let lastRun = Promise.resolve();

  let failures = 0;

  const request = () => {
    if (timer !== undefined || stopped) return;
    const usualMs = typeof options.delayMs === 'number' ? options.delayMs : options.delayMs();
    const retryMs = Math.max(usualMs, SHORTEST_RETRY_MS) * 2 ** failures;
    const delayMs = failures === 0 ? usualMs : Math.min(Math.max(usualMs, LONGEST_RETRY_MS), retryMs);
    timer = setTimeout(() => void flush(), delayMs);
  };
  const run = async () => {
    const ended = beginWork(options.name);
    try {
      await options.work();
      failures = 0;
    } catch (error) {
      failures += 1;
      options.logger.error({ err: error, job: options.name }, 'work failed, to be tried again');
      request();
    } finally {
      ended();
    }
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    lastRun = lastRun.then(run);
    return lastRun;
  };
  return {
    request,
    flush,
    stop: async () => {
      stopped = true;
      await (timer === undefined ? lastRun : flush());
    },
  };
}
