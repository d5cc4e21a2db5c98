import { useMemo } from 'react';
import { parseStored } from '../platform/parse-stored.ts';
import { useStore } from '../platform/store.ts';
import { createStoredText } from '../platform/stored-text.ts';

/** More than the server reports in a day; the oldest are forgotten. */
const MAX_REMEMBERED = 5000;

/** The warnings that a user dismissed in this browser, by names such as `missed:12`, and a function to dismiss more. */
export function useDismissals(userId: number) {
  const storedNames = useMemo(() => createStoredText(`dismissedWarnings:${userId}`), [userId]);
  const dismissed = namesIn(useStore(storedNames));
  return {
    isDismissed: (name: string) => dismissed.has(name),
    dismiss: (names: readonly string[]) => {
      const all = [...namesIn(storedNames.get()), ...names];
      storedNames.set(JSON.stringify(all.slice(-MAX_REMEMBERED)));
    },
  };
}

function namesIn(stored: string | null): Set<unknown> {
  const names = parseStored(stored);
  return new Set(Array.isArray(names) ? names : []);
}
