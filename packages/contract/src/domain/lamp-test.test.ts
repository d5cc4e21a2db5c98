import { describe, expect, test } from 'vitest';
import { beginsLampTest, type LampTestFacts } from './lamp-test.ts';
import type { Lamps } from './lamps.ts';

const lit = (...colors: ('verde' | 'rosso')[]): Lamps =>
  Object.fromEntries(colors.map((color) => [color, { on: true, reportedAt: 1, reportedIn: 1 }]));

const QUIET: LampTestFacts = {
  lamps: lit('verde'),
  isFresh: true,
  isCommanded: true,
  isOutOfSync: false,
  isUnderWay: false,
  isInTest: false,
  hasAlert: false,
};

describe('a lamp test', () => {
  test('goes back to what the device says that it shows', () => {
    expect(beginsLampTest(QUIET)).toEqual({ former: 'verde' });
    expect(
      beginsLampTest({ ...QUIET, lamps: { rosso: { on: false, reportedAt: 1, reportedIn: 1 } } }),
    ).toEqual({
      former: 'spento',
    });
  });

  test('leaves a device dark that never spoke and was never asked anything', () => {
    expect(beginsLampTest({ ...QUIET, lamps: {}, isFresh: false, isCommanded: false })).toEqual({
      former: 'spento',
    });
  });

  test.each<[string, Partial<LampTestFacts>, string]>([
    ['an alert in force, before all else', { hasAlert: true, isUnderWay: true }, 'ha un’allerta in corso'],
    ['a test in course', { isInTest: true, isUnderWay: true }, 'è già in prova'],
    ['a command under way', { isUnderWay: true, isOutOfSync: true }, 'ha un comando in corso'],
    ['a difference', { isOutOfSync: true }, 'mostra altro da ciò che gli è stato chiesto'],
    ['two lit lamps', { lamps: lit('verde', 'rosso') }, 'mostra altro da ciò che gli è stato chiesto'],
    ['an old word', { isFresh: false }, 'non ha ancora detto che cosa mostra adesso'],
    ['silence after a command', { lamps: {}, isFresh: false }, 'non ha ancora detto che cosa mostra adesso'],
  ])('is refused by %s', (_what, facts, obstacle) => {
    expect(beginsLampTest({ ...QUIET, ...facts })).toEqual({ obstacle });
  });
});
