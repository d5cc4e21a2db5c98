import { createStore, useStore } from '../platform/store.ts';

/**
 * The state of the socket. `since`: connected, when it became so; cut, when the last thing was received (epoch ms, the
 * server's clock). Null while it first connects.
 */
export type LiveConnection = { connected: boolean; since: number | null };

const NOT_YET: LiveConnection = { connected: false, since: null };

const connection = createStore(NOT_YET);

/** The state of the socket as of now. */
export const readLiveConnection = connection.get;

/** Notes the state of the socket; only a change of `connected` moves `since`. */
export function noteLiveConnection(connected: boolean, since: number): void {
  const before = connection.get();
  if (before.since !== null && before.connected === connected) return;
  connection.set({ connected, since });
}

/** Forgets the state: after the log-out, or before the next socket. */
export function forgetLiveConnection(): void {
  connection.set(NOT_YET);
}

/** Whether live updates arrive, and since when. */
export function useLiveConnection(): LiveConnection {
  return useStore(connection);
}
