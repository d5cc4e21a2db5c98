import { useSyncExternalStore } from 'react';

/** A value outside React that components can follow. */
export type Store<Value> = {
  get: () => Value;
  set: (value: Value) => void;
  /** Calls the listener after each change. Returns the function that stops it. */
  subscribe: (listener: () => void) => () => void;
};

/** A store. `start` runs when the first listener comes; the function that it returns runs when the last one leaves. */
export function createStore<Value>(
  initial: Value,
  start?: (store: Store<Value>) => () => void,
): Store<Value> {
  let value = initial;
  let stop: (() => void) | undefined;
  const listeners = new Set<() => void>();
  const store: Store<Value> = {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      if (listeners.size === 0) stop = start?.(store);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop?.();
      };
    },
  };
  return store;
}

/** The value of a store; the component is drawn again when it changes. */
export function useStore<Value>({ subscribe, get }: Pick<Store<Value>, 'subscribe' | 'get'>): Value {
  return useSyncExternalStore(subscribe, get);
}
