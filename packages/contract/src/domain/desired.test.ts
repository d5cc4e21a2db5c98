import { describe, expect, test } from 'vitest';
import { isOutOfSync, sourceOf } from './desired.ts';
import type { LampColor, Lamps } from './lamps.ts';

const SESSION = 3;
const ROSSO = { value: 'rosso', since: 4, by: 'valdombra' } as const;

/** A signal whose lamps all spoke in this session, those named the last as lit. */
function lamps(...lit: LampColor[]): Lamps {
  const reported = (lamp: LampColor) => ({ on: lit.includes(lamp), reportedAt: 5, reportedIn: SESSION });
  return {
    verde: reported('verde'),
    giallo: reported('giallo'),
    arancio: reported('arancio'),
    rosso: reported('rosso'),
  };
}

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
