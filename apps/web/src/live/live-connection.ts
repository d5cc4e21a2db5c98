import { useSyncExternalStore } from 'react';

/** Of the socket: `since` is when it became so (epoch ms, the server's clock), null while it connects for the first time. */
export type LiveConnection = { connected: boolean; since: number | null };

const NOT_YET: LiveConnection = { connected: false, since: null };

let current = NOT_YET;
const listeners = new Set<() => void>();

/** Says how the socket is; only a change of `connected` moves `since`. */
export function noteLiveConnection(connected: boolean, now: number): void {
  if (current.since !== null && current.connected === connected) return;
  replace({ connected, since: now });
}

/** Forgets the socket: at log-out, or before another one. */
export function forgetLiveConnection(): void {
  replace(NOT_YET);
}

/** Whether live updates arrive, and since when. */
export function useLiveConnection(): LiveConnection {
  return useSyncExternalStore(subscribe, () => current);
}

function replace(next: LiveConnection): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
