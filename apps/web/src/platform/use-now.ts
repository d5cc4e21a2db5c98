import { useSyncExternalStore } from 'react';
import { everySecond } from './every-second.ts';
import { serverNow } from './server-clock.ts';

/** The server's time in steps of so many ms: what shows it is drawn again so often. */
export function useNow(stepMs: number): number {
  return useSyncExternalStore(everySecond, () => Math.ceil(serverNow() / stepMs) * stepMs);
}
