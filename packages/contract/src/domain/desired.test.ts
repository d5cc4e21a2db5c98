import { describe, expect, test } from 'vitest';
import { desiredAfter, isOutOfSync, sourceOf } from './desired.ts';
import type { LampColor, Lamps } from './lamps.ts';

const SESSION = 3;
const ROSSO = { value: 'rosso', since: 4, by: 'valdombra' } as const;

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

describe('what is desired', () => {
  const after = (said: Lamps, pending: 'rosso' | null = null, session = SESSION) =>
    desiredAfter(ROSSO, { type: 'semaforo', lamps: said, pending, session });

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
    expect(desiredAfter({ ...ROSSO, since: 5 }, said)).toBeNull();
    const desired = { value: 'rosso', since: new Date(6).toISOString() } as const;
    expect(desiredAfter(desired, said)).toBe(desired);
  });

  test('is nothing when nothing was asked', () => {
    expect(desiredAfter(null, { type: 'semaforo', lamps: {}, pending: null, session: SESSION })).toBeNull();
  });
});

describe('a device is out of sync', () => {
  test('when the command is over and its lamps show something else, nothing lit included', () => {
    expect(isOutOfSync(ROSSO, { lamps: lamps('arancio'), pending: null })).toBe(true);
    expect(isOutOfSync(ROSSO, { lamps: lamps(), pending: null })).toBe(true);
    expect(isOutOfSync(ROSSO, { lamps: lamps('rosso', 'verde'), pending: null })).toBe(true);
  });

  test('but not while a command waits, when it shows it, was never heard, or was asked nothing', () => {
    expect(isOutOfSync(ROSSO, { lamps: lamps('arancio'), pending: 'rosso' })).toBe(false);
    expect(isOutOfSync(ROSSO, { lamps: lamps('rosso'), pending: null })).toBe(false);
    expect(isOutOfSync(ROSSO, { lamps: {}, pending: null })).toBe(false);
    expect(isOutOfSync(null, { lamps: lamps('arancio'), pending: null })).toBe(false);
  });
});

test.each([
  ['operatore', false, 'command'],
  ['interruttore', false, 'command'],
  ['ripetizione', false, 'command'],
  ['pianificazione', false, 'schedule'],
  ['pianificazione', true, 'plan'],
  ['allerta', false, 'alert'],
  ['ripristino', false, 'restore'],
] as const)('the source of a command of origin %s (of a plan: %s) is %s', (origin, ofPlan, source) => {
  expect(sourceOf(origin, ofPlan)).toBe(source);
});
