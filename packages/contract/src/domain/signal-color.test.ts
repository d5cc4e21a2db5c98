import { expect, test } from 'vitest';
import { isSignalColor, SIGNAL_COLORS, SIGNAL_STATUSES } from './signal-color.ts';

test('colors are in the order of their gravity, and spento follows them', () => {
  expect(SIGNAL_COLORS).toEqual(['verde', 'giallo', 'arancio', 'rosso']);
  expect(SIGNAL_STATUSES).toEqual(['verde', 'giallo', 'arancio', 'rosso', 'spento']);
});

test.each(SIGNAL_COLORS)('%s is a color', (color) => {
  expect(isSignalColor(color)).toBe(true);
});

test.each(['spento', 'acceso', 'Verde', 'arancione', 'green', '', null, undefined, 0])(
  '%s is no color',
  (value) => {
    expect(isSignalColor(value)).toBe(false);
  },
);
