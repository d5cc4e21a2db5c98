import { conditionOf } from '@semaforo/contract/domain/condition';
import type { ChannelSignal } from './shown-by-signals.ts';

/** What a user's signals showed when they were last read. Times are epoch milliseconds. */
type Observation = { fingerprint: string; since: number; pendingPost: string; pendingSince: number };

/** Delays the posts of a channel until the signals have settled, because lamps change one after the other. */
export type Settling = {
  /**
   * Takes in what a user's signals show. `isSettled`: nothing changed for a while and no command is pending. `isDue`:
   * settled, or the same post was pending for so long that single signals must not delay it any more.
   */
  observe: (
    userId: number,
    seen: { signals: readonly ChannelSignal[]; pendingPost: string; now: number },
  ) => { isSettled: boolean; isDue: boolean; pendingSince: number };
  forget: (userId: number) => void;
};

export function createSettling({
  settledAfterMs,
  dueAfterMs,
}: {
  settledAfterMs: number;
  dueAfterMs: number;
}): Settling {
  const observations = new Map<number, Observation>();
  return {
    observe: (userId, { signals, pendingPost, now }) => {
      const fingerprint = fingerprintOf(signals);
      const before = observations.get(userId);
      // Never in the future: when the clock is set back, an alert must not wait until it catches up.
      const since = before?.fingerprint === fingerprint ? Math.min(before.since, now) : now;
      const pendingSince = before?.pendingPost === pendingPost ? Math.min(before.pendingSince, now) : now;
      observations.set(userId, { fingerprint, since, pendingPost, pendingSince });
      const isPending = signals.some(({ pending }) => pending !== null);
      const isSettled = now - since >= settledAfterMs && !isPending;
      return { isSettled, isDue: isSettled || now - pendingSince >= dueAfterMs, pendingSince };
    },
    forget: (userId) => {
      observations.delete(userId);
    },
  };
}

/** Differs when any signal shows something else. */
function fingerprintOf(signals: readonly ChannelSignal[]): string {
  return signals
    .map((signal) =>
      [signal.status, conditionOf(signal), signal.pending !== null, signal.inMaintenance].join(' '),
    )
    .join();
}
