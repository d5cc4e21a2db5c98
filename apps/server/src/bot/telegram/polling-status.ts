import type { Logger } from '../../platform/logger.ts';

/** Whether polling succeeds. Each change is logged once, and each reason of a failure once. */
export type PollingStatus = {
  isWorking: () => boolean;
  lastReason: () => string | undefined;
  /** The failures in a row. A poll ends the row only when it was `conclusive`: see `succeed`. */
  failures: () => number;
  /** `conclusive` says that the poll waited for updates; one that only looked proves little. */
  succeed: (poll: { conclusive: boolean }) => void;
  fail: (reason: string, details: object) => void;
  /** Polling ended without a failure. */
  end: () => void;
};

export function createPollingStatus(logger: Logger): PollingStatus {
  let working = false;
  let failures = 0;
  let lastReason: string | undefined;
  return {
    isWorking: () => working,
    lastReason: () => lastReason,
    failures: () => failures,
    succeed: ({ conclusive }) => {
      if (conclusive) failures = 0;
      if (working) return;
      working = true;
      lastReason = undefined;
      logger.info({}, 'telegram bot running');
    },
    fail: (reason, details) => {
      working = false;
      failures += 1;
      if (reason !== lastReason) logger.warn({ ...details, reason }, 'telegram bot not running');
      lastReason = reason;
    },
    end: () => {
      working = false;
    },
  };
}
