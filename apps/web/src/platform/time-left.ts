import { useSyncExternalStore } from 'react';
import { everySecond } from './every-second.ts';
import { serverNow } from './server-clock.ts';

/**
 * The time left until an instant (epoch ms) as '4:12', second by second; null when it is over. It is never more than
 * `atMostMs`, also when the clocks of browser and server differ.
 */
export function useTimeLeft(until: number, atMostMs: number): string | null {
  return useSyncExternalStore(everySecond, () => {
    const leftMs = until - serverNow();
    return leftMs > 0 ? minutesAndSeconds(Math.min(leftMs, atMostMs)) : null;
  });
}

/** The time left as '4:12'. */
export function minutesAndSeconds(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
