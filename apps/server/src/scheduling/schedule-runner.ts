import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { beginWork } from '../platform/work-under-way.ts';

/** At least this often the database is asked what is due, whatever the clock did meanwhile; no timer is ever longer. */
const WAKE_EVERY_MS = 1000;

/** Runs due schedules on time: wakes each second, or earlier for one that is due within it. */
export type ScheduleRunner = {
  /** Resolves when what was due before is dealt with. */
  start: () => Promise<void>;
  /** Says that a schedule was added: it may be due before the next waking. */
  reconsider: () => void;
  /** Resolves when a run under way has ended. */
  stop: () => Promise<void>;
};

export function createScheduleRunner(options: {
  runDue: () => Promise<void>;
  /** When the next one is due after an instant (epoch ms). */
  nextDueAfter: (instant: number) => Promise<number | undefined>;
  clock: Clock;
  logger: Logger;
}): ScheduleRunner {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running = Promise.resolve();

  const wake = async () => {
    let waitMs = WAKE_EVERY_MS;
    const before = options.clock.now();
    const ended = beginWork('schedules');
    try {
      await options.runDue();
      const next = await options.nextDueAfter(before);
      if (next !== undefined) waitMs = Math.min(WAKE_EVERY_MS, Math.max(1, next - options.clock.now()));
    } catch (error) {
      options.logger.error({ err: error }, 'schedules could not be run, to be tried again');
    } finally {
      ended();
    }
    if (!stopped) timer = setTimeout(begin, waitMs);
  };
  const begin = () => {
    timer = undefined;
    running = wake();
  };

  return {
    start: () => {
      begin();
      return running;
    },
    reconsider: () => {
      if (stopped || timer === undefined) return;
      clearTimeout(timer);
      begin();
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
