import { createStore, useStore } from '../platform/store.ts';

const isolation = createStore(false);

/** Notes whether the server of this page is cut off from the others that it works with. */
export const noteIsolation = isolation.set;

/** Whether the server of this page is cut off from the others. */
export function useIsolation(): boolean {
  return useStore(isolation);
}
