import { expect, test, vi } from 'vitest';
import { createPageChoice } from './page-choice.ts';

function openPage(systemIsDark: boolean) {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: systemIsDark,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  );
  const choice = createPageChoice('theme', 'dark', '(prefers-color-scheme: dark)');
  choice.followStored();
  return choice;
}
const shown = () => document.documentElement.dataset.theme;

test('until somebody chooses, the page is as dark as the system asks', () => {
  openPage(true);
  expect(shown()).toBe('dark');
  openPage(false);
  expect(shown()).toBeUndefined();
});

test('what is chosen holds against the system, also in the next page', () => {
  openPage(true).toggle();
  expect(shown()).toBeUndefined();
  const next = openPage(true);
  expect(next.isOn.get()).toBe(false);
  next.toggle();
  expect([shown(), localStorage.getItem('theme')]).toEqual(['dark', null]);
});

test('in a light system the dark theme is chosen by hand', () => {
  openPage(false).toggle();
  expect([shown(), localStorage.getItem('theme')]).toEqual(['dark', 'dark']);
});
