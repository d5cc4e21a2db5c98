import { useSyncExternalStore } from 'react';
import { parseStored } from '../platform/parse-stored.ts';

/** More than the server tells of in a day; the oldest are forgotten. */
const REMEMBERED_AT_MOST = 5000;

const listeners = new Set<() => void>();

/** The warnings (by a name of theirs, `missed:12`) that a user has dismissed in this browser and its other tabs, and the way to dismiss more. */
export function useDismissals(userId: number) {
  const storageKey = `dismissedWarnings:${userId}`;
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(storageKey));
  const dismissed = namesIn(stored);
  return {
    isDismissed: (name: string) => dismissed.has(name),
    dismiss: (names: readonly string[]) => {
      const all = [...namesIn(localStorage.getItem(storageKey)), ...names];
      localStorage.setItem(storageKey, JSON.stringify(all.slice(-REMEMBERED_AT_MOST)));
      for (const listener of listeners) listener();
    },
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

function namesIn(stored: string | null): Set<unknown> {
  const names = parseStored(stored);
  return new Set(Array.isArray(names) ? names : []);
}
