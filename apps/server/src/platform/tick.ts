import type { Logger } from './logger.ts';

/** Work that is put off so that what piles up meanwhile is done at once. */
export type Tick = {
  /** Runs the work after the delay; asking again before then changes nothing. */
  request: () => void;
  /** Runs the work now and resolves when it is done, after any run that is under way. */
  flush: () => Promise<void>;
  /** Does a last time what was asked for, then nothing more. */
  stop: () => Promise<void>;
};

/** A tick that is armed only while there is work: idle, it costs no timer. Work that fails is logged and asked for again. */
export function createTick(options: {
  name: string;
  delayMs: number;
  logger: Logger;
  work: () => Promise<void> | void;
}): Tick {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let lastRun = Promise.resolve();

  const request = () => {
    if (timer !== undefined || stopped) return;
    timer = setTimeout(() => void flush(), options.delayMs);
  };
  const run = async () => {
    try {
      await options.work();
    } catch (error) {
      options.logger.error({ err: error, tick: options.name }, 'work failed, to be tried again');
      request();
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
      await flush();
    },
  };
}
