import { useSyncExternalStore } from 'react';

const STORAGE_KEY = 'blink';

const listeners = new Set<() => void>();

function isStopped(): boolean {
  return document.documentElement.dataset.blink === 'off';
}

/** Stops every blink and turning ring of the page if this browser was told to. */
export function applyStoredBlink(): void {
  if (localStorage.getItem(STORAGE_KEY) === 'off') document.documentElement.dataset.blink = 'off';
  else delete document.documentElement.dataset.blink;
}

/** Stops the blinking or lets it go on, and remembers the choice in this browser. */
export function toggleBlink(): void {
  localStorage.setItem(STORAGE_KEY, isStopped() ? 'on' : 'off');
  applyStoredBlink();
  for (const listener of listeners) listener();
}

/** Whether the blinking is stopped. */
export function useBlinkStopped(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isStopped);
}
