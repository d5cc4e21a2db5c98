import { describe, expect, test } from 'vitest';
import { differsFromAsked, stillAsked } from './asked.ts';
import type { LampColor, Lamps } from './lamps.ts';

const SESSION = 3;
const ROSSO = { value: 'rosso', at: 4, by: 'valdombra' } as const;

/** A signal whose lamps all spoke in this session, those named the last as lit. */
function lamps(...lit: LampColor[]): Lamps {
  const said = (lamp: LampColor) => ({ on: lit.includes(lamp), saidAt: 5, saidIn: SESSION });
  return {
    verde: said('verde'),
    giallo: said('giallo'),
    arancio: said('arancio'),
    rosso: said('rosso'),
  };
}

describe('what was asked', () => {
  const after = (said: Lamps, pending: 'rosso' | null = null, session = SESSION) =>
    stillAsked(ROSSO, { type: 'semaforo', lamps: said, pending, session });

  test('is over once the device says that it shows it', () => {
    expect(after(lamps('rosso'))).toBeNull();
  });

  test('stays while the device shows something else, or something more', () => {
    expect(after(lamps('arancio'))).toBe(ROSSO);
    expect(after(lamps('rosso', 'verde'))).toBe(ROSSO);
    expect(after(lamps())).toBe(ROSSO);
    expect(after({})).toBe(ROSSO);
  });

  test('stays while a command waits, and by a word of before this session', () => {
    expect(after(lamps('rosso'), 'rosso')).toBe(ROSSO);
    expect(after(lamps('rosso'), null, SESSION + 1)).toBe(ROSSO);
  });

  test('stays by the word of a dark lamp, while that of the lit one is older than the command', () => {
    const before = { on: true, saidAt: 3, saidIn: SESSION };
    expect(after({ ...lamps('rosso'), rosso: before })).toBe(ROSSO);
  });

  test('is over by a word of the very millisecond, and by a time told in words', () => {
    const said = { type: 'semaforo', lamps: lamps('rosso'), pending: null, session: SESSION } as const;
    expect(stillAsked({ ...ROSSO, at: 5 }, said)).toBeNull();
    const asked = { value: 'rosso', at: new Date(6).toISOString() } as const;
    expect(stillAsked(asked, said)).toBe(asked);
  });

  test('is nothing when nothing was asked', () => {
    expect(stillAsked(null, { type: 'semaforo', lamps: {}, pending: null, session: SESSION })).toBeNull();
  });
});

describe('a device differs from what was asked', () => {
  test('when the command is over and its lamps show something else, nothing lit included', () => {
    expect(differsFromAsked(ROSSO, { lamps: lamps('arancio'), pending: null })).toBe(true);
    expect(differsFromAsked(ROSSO, { lamps: lamps(), pending: null })).toBe(true);
    expect(differsFromAsked(ROSSO, { lamps: lamps('rosso', 'verde'), pending: null })).toBe(true);
  });

  test('but not while a command waits, when it shows it, was never heard, or was asked nothing', () => {
    expect(differsFromAsked(ROSSO, { lamps: lamps('arancio'), pending: 'rosso' })).toBe(false);
    expect(differsFromAsked(ROSSO, { lamps: lamps('rosso'), pending: null })).toBe(false);
    expect(differsFromAsked(ROSSO, { lamps: {}, pending: null })).toBe(false);
    expect(differsFromAsked(null, { lamps: lamps('arancio'), pending: null })).toBe(false);
  });
});
