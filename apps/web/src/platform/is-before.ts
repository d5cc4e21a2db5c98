import { useSyncExternalStore } from 'react';
import { everySecond } from './every-second.ts';
import { serverNow } from './server-clock.ts';

/** Whether that instant (epoch ms) is still to come, by the server's clock; looked at every second. */
export function useIsBefore(instant: number): boolean {
  return useSyncExternalStore(everySecond, () => serverNow() < instant);
}
