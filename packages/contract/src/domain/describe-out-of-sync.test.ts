import { expect, test } from 'vitest';
import { describeOutOfSync } from './describe-out-of-sync.ts';

const NOW = Date.parse('2026-11-20T19:40:00.000Z');
const desired = (since: string) =>
  ({ value: 'rosso', since, by: 'valdombra', source: 'command', reasserted: 0 }) as const;

test('what was asked and what is shown instead, with the hour in Rome', () => {
  expect(describeOutOfSync({ desired: desired('2026-11-20T19:33:12.000Z'), words: 'arancio' }, NOW)).toBe(
    'Mostra arancio invece di rosso, chiesto alle 20:33',
  );
});

test('every lit lamp is named, also when what was asked is among them', () => {
  expect(
    describeOutOfSync({ desired: desired('2026-11-20T19:33:12.000Z'), words: 'verde e rosso' }, NOW),
  ).toBe('Mostra verde e rosso invece di rosso, chiesto alle 20:33');
});

test('what was asked on another day says the date', () => {
  expect(describeOutOfSync({ desired: desired('2026-11-19T23:30:00.000Z'), words: 'spento' }, NOW)).toBe(
    'Mostra spento invece di rosso, chiesto alle 00:30',
  );
  expect(describeOutOfSync({ desired: desired('2026-11-19T22:30:00.000Z'), words: 'spento' }, NOW)).toBe(
    'Mostra spento invece di rosso, chiesto il 19/11/2026 alle 23:30',
  );
});

test('without a question there is no sentence', () => {
  expect(describeOutOfSync({ desired: null, words: 'arancio' }, NOW)).toBeUndefined();
});
