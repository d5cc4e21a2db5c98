import type { MonotonicClock } from '../platform/clock.ts';

/** Whether messages of devices arrive, and in which session of the link to the broker. */
export type LinkSession = {
  begin: () => void;
  end: () => void;
  isOpen: () => boolean;
  /**
   * Counts the times that messages began and ceased to arrive: what the broker kept comes after the end of one session
   * and before the next. Unlike times, numbers never step back.
   */
  number: () => number;
  /** When the session began or ended, by the monotonic clock. */
  sinceMs: () => number;
};

export function createLinkSession(monotonicClock: MonotonicClock): LinkSession {
  let open = false;
  let number = 0;
  let sinceMs = 0;
  return {
    begin: () => {
      open = true;
      number += 1;
      sinceMs = monotonicClock.elapsedMs();
    },
    end: () => {
      open = false;
      number += 1;
      sinceMs = monotonicClock.elapsedMs();
    },
    isOpen: () => open,
    number: () => number,
    sinceMs: () => sinceMs,
  };
}
