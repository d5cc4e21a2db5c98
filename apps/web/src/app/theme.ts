import { useSyncExternalStore } from 'react';

const STORAGE_KEY = 'theme';

const listeners = new Set<() => void>();

function isDark(): boolean {
  return document.documentElement.dataset.theme === 'dark';
}

/** Puts the theme chosen in this browser on the page. */
export function applyStoredTheme(): void {
  document.documentElement.dataset.theme = localStorage.getItem(STORAGE_KEY) === 'dark' ? 'dark' : 'light';
}

/** Changes the theme and remembers it in this browser. */
export function toggleTheme(): void {
  localStorage.setItem(STORAGE_KEY, isDark() ? 'light' : 'dark');
  applyStoredTheme();
  for (const listener of listeners) listener();
}

/** Whether the dark theme is on. */
export function useDarkTheme(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isDark);
}
