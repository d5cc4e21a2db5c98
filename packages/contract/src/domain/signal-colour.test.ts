import { expect, test } from 'vitest';
import { isSignalColour, SIGNAL_COLOURS, SIGNAL_STATUSES } from './signal-colour.ts';

test('colours are in the order of their gravity, and spento follows them', () => {
  expect(SIGNAL_COLOURS).toEqual(['verde', 'giallo', 'arancio', 'rosso']);
  expect(SIGNAL_STATUSES).toEqual(['verde', 'giallo', 'arancio', 'rosso', 'spento']);
});

test.each(SIGNAL_COLOURS)('%s is a colour', (colour) => {
  expect(isSignalColour(colour)).toBe(true);
});

test.each(['spento', 'acceso', 'Verde', 'arancione', 'green', '', null, undefined, 0])(
  '%s is no colour',
  (value) => {
    expect(isSignalColour(value)).toBe(false);
  },
);
