import { type RetryBounds, retryDelayMs } from './retry-delay.ts';

/** Tries something again after a pause that grows with each failure in a row. */
export type Backoff = {
  /** False until something failed since the last success. */
  hasFailed: () => boolean;
  /** Counts a failure, and tries again after the pause. */
  retryLater: () => void;
  /** After a success: no try is due any more, and the next pause is short again. */
  reset: () => void;
  /** No try follows, whatever fails. */
  stop: () => void;
};

export function createBackoff({ bounds, retry }: { bounds: RetryBounds; retry: () => void }): Backoff {
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  return {
    hasFailed: () => failures > 0,
    retryLater: () => {
      if (stopped) return;
      const delayMs = retryDelayMs(failures, Math.random(), bounds);
      failures += 1;
      timer = setTimeout(retry, delayMs);
    },
    reset: () => {
      failures = 0;
      clearTimeout(timer);
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
