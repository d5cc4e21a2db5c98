import { useEffect, useEffectEvent } from 'react';
import { createStoredText } from './stored-text.ts';

/** Keys that are pressed in these are text, or their own. */
const TYPED_INTO =
  'input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable], dialog';

/** 'off' where someone turned the keys off, as a person who speaks to the computer needs (WCAG 2.1.4). */
export const shortcutsChoice = createStoredText('shortcuts');

/**
 * Calls back on a single key, unless it belongs to a field, to an open dialog, or to the browser with Ctrl, Alt or
 * Meta. `key` is in lower case. What answers true has used it.
 */
export function useShortcuts(onKey: (key: string, target: Element) => boolean): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    if (ctrlKey || metaKey || altKey || defaultPrevented || !(target instanceof Element)) return;
    if (shortcutsChoice.get() === 'off' || target.closest(TYPED_INTO)) return;
    if (onKey(key.toLowerCase(), target)) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
