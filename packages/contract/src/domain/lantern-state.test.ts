import { expect, test } from 'vitest';
import { lanternStateOf, toggledLanternState } from './lantern-state.ts';

test.each([
  ['rosso', 'acceso'],
  ['verde', 'spento'],
  ['acceso', 'acceso'],
  ['spento', 'spento'],
  ['giallo', 'giallo'],
  ['arancio', 'arancio'],
  [null, null],
] as const)('the stored status %s of a lantern is shown as %s', (status, shown) => {
  expect(lanternStateOf(status)).toBe(shown);
});

test.each([
  ['acceso', 'spento'],
  ['spento', 'acceso'],
  [null, 'acceso'],
  ['rosso', 'acceso'],
] as const)(
  'a toggle from %s asks for %s: what is not known to be lit counts as off',
  (confirmed, requested) => {
    expect(toggledLanternState(confirmed)).toBe(requested);
  },
);
