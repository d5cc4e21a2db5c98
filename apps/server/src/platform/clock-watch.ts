import type { Clock, MonotonicClock } from './clock.ts';

const CHECK_EVERY_MS = 1000;
/** Less is the clock being slewed, or a busy process that looked late. */
const STEP_MS = 2000;

/** The clock was set: by so much (ms, forward when positive), and what it shows now (epoch ms). */
export type ClockStep = { at: number; stepMs: number };

/** Compares the time of day each second with a monotonic clock, and reports each step of more than 2 s once. */
export function createClockWatch(options: {
  clock: Clock;
  monotonicClock: MonotonicClock;
  stepped: (step: ClockStep) => void;
}): { start: () => void; stop: () => void } {
  const { clock, monotonicClock } = options;
  let timer: NodeJS.Timeout | undefined;
  let lead = 0;
  const readLead = () => clock.now() - monotonicClock.elapsedMs();

  const check = () => {
    const before = lead;
    lead = readLead();
    const stepMs = Math.round(lead - before);
    if (Math.abs(stepMs) > STEP_MS) options.stepped({ at: clock.now(), stepMs });
  };
  return {
    start: () => {
      lead = readLead();
      timer = setInterval(check, CHECK_EVERY_MS);
    },
    stop: () => clearInterval(timer),
  };
}
