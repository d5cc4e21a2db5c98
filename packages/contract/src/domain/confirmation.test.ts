import { describe, expect, test } from 'vitest';
import { answersCommand, showsOnly } from './confirmation.ts';
import type { LampColor, Lamps } from './lamps.ts';
import { SIGNAL_COLORS } from './signal-color.ts';

const lamps = (words: Partial<Record<LampColor, boolean>>): Lamps =>
  Object.fromEntries(Object.entries(words).map(([lamp, on]) => [lamp, { on, reportedAt: 1, reportedIn: 1 }]));
const ALL_OFF = { verde: false, giallo: false, arancio: false, rosso: false };

describe('a command for a color', () => {
  test('waits for 1 of that lamp', () => {
    expect(answersCommand('rosso', { lamp: 'rosso', on: true })).toBe(true);
    expect(answersCommand('rosso', { lamp: 'rosso', on: false })).toBe(false);
    expect(answersCommand('rosso', { lamp: 'verde', on: false })).toBe(false);
    expect(answersCommand('rosso', { lamp: 'verde', on: true })).toBe(false);
  });

  test('is shown by that lamp alone, also when the device never spoke of the others', () => {
    expect(showsOnly('semaforo', lamps({ rosso: true }), 'rosso')).toBe(true);
    expect(showsOnly('semaforo', lamps({ ...ALL_OFF, rosso: true }), 'rosso')).toBe(true);
  });

  test.each(SIGNAL_COLORS.filter((color) => color !== 'rosso'))(
    'is not shown while the last word of %s is 1',
    (former) => {
      expect(showsOnly('semaforo', lamps({ rosso: true, [former]: true }), 'rosso')).toBe(false);
    },
  );
});

describe('spento of a signal', () => {
  test('waits for a lamp to be off', () => {
    expect(answersCommand('spento', { lamp: 'giallo', on: false })).toBe(true);
    expect(answersCommand('spento', { lamp: 'giallo', on: true })).toBe(false);
  });

  test('is shown when each lamp is off by its own word', () => {
    expect(showsOnly('semaforo', lamps(ALL_OFF), 'spento')).toBe(true);
    expect(showsOnly('semaforo', lamps({ ...ALL_OFF, giallo: true }), 'spento')).toBe(false);
  });

  test.each(SIGNAL_COLORS)('is not shown while nothing is known of %s', (unknown) => {
    const { [unknown]: _unknown, ...others } = ALL_OFF;
    expect(showsOnly('semaforo', lamps(others), 'spento')).toBe(false);
  });
});

describe('a lantern', () => {
  test.each([
    ['acceso', true, true],
    ['acceso', false, false],
    ['spento', false, true],
    ['spento', true, false],
  ] as const)('commanded %s whose lamp says on=%s: shown and answered %s', (commanded, on, expected) => {
    expect(answersCommand(commanded, { lamp: 'acceso', on })).toBe(expected);
    expect(showsOnly('lanterna', lamps({ acceso: on }), commanded)).toBe(expected);
  });
});
