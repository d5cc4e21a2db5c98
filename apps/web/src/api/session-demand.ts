import { createStore, useStore } from '../platform/store.ts';

const isDemanded = createStore(false);

/** The server refuses all calls until the user sets up a second factor. */
export function noteSecondFactorDemand(demanded: boolean): void {
  if (isDemanded.get() !== demanded) isDemanded.set(demanded);
}

/** Whether the user can do nothing but set up a second factor (docs/rules.md#second-factor). */
export function useMustSetUpSecondFactor(): boolean {
  return useStore(isDemanded);
}
