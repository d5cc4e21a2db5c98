import { createStore, useStore } from '../platform/store.ts';

/** The state of the socket. `since`: when it became so (epoch ms, the server's clock); null while it first connects. */
export type LiveConnection = { connected: boolean; since: number | null };

const NOT_YET: LiveConnection = { connected: false, since: null };

const connection = createStore(NOT_YET);

/** Notes the state of the socket; only a change of `connected` moves `since`. */
export function noteLiveConnection(connected: boolean, now: number): void {
  const { connected: before, since } = connection.get();
  if (since !== null && before === connected) return;
  connection.set({ connected, since: now });
}

/** Forgets the state: after the log-out, or before the next socket. */
export function forgetLiveConnection(): void {
  connection.set(NOT_YET);
}

/** Whether live updates arrive, and since when. */
export function useLiveConnection(): LiveConnection {
  return useStore(connection);
}
