import { useEffect, useEffectEvent } from 'react';

/** Keys that are pressed in these are text, or their own. */
const TYPED_INTO =
  'input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable], dialog';

/**
 * Calls back on a single key, unless it belongs to a field, to an open dialog, or to the browser with Ctrl, Alt or
 * Meta. `key` is in lower case. What answers true has used it.
 */
export function useShortcuts(onKey: (key: string, target: Element) => boolean): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    if (ctrlKey || metaKey || altKey || defaultPrevented || !(target instanceof Element)) return;
    if (target.closest(TYPED_INTO)) return;
    if (onKey(key.toLowerCase(), target)) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
}
