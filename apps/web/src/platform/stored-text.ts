import { createStore, type Store } from './store.ts';

/** A text in the local storage of this browser, null when there is none. Other tabs may change it too. */
export function createStoredText(key: string): Store<string | null> {
  const changes = createStore(0, (store) => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === key || event.key === null) store.set(store.get() + 1);
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  });
  return {
    get: () => localStorage.getItem(key),
    set: (text) => {
      if (text === null) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
      changes.set(changes.get() + 1);
    },
    subscribe: changes.subscribe,
  };
}
