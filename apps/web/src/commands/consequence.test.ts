import { alert, deviceRecord } from '@semaforo/testing/factories';
import { expect, test } from 'vitest';
import { consequenceOf } from './consequence.ts';

const shows = (...statuses: ('verde' | 'giallo' | 'arancio' | 'rosso' | null)[]) =>
  statuses.map((status, index) =>
    deviceRecord({ id: index + 1, status: status ?? 'arancio', error: status === null }),
  );
const ARANCIO = alert({
  color: 'arancio',
  state: 'in corso',
  devices: [1, 2],
  to: '2026-11-24T22:59:00.000Z',
});

test.each([
  ['rosso', shows('arancio', 'arancio'), '2 da arancio a rosso'],
  ['arancio', shows('arancio', 'arancio'), 'nessun cambio'],
  ['giallo', shows('arancio', 'rosso', null), '1 da rosso, 1 da arancio, 1 non raggiungibile'],
  ['rosso', shows('arancio', 'rosso'), '1 da arancio a rosso, 1 già rosso'],
] as const)('%s says what it changes: %#', (color, signals, words) => {
  expect(consequenceOf(color, signals, []).words).toBe(words);
});

test('a color that repeats says so, and one that raises above an alert does', () => {
  expect(consequenceOf('arancio', shows('arancio', 'arancio'), [ARANCIO]).detail).toBe(
    '2 sono già arancio: il comando si ripete',
  );
  expect(consequenceOf('rosso', shows('arancio', 'arancio'), [ARANCIO])).toMatchObject({
    detail: 'alza sopra l’allerta',
    overrides: null,
  });
});

test('a color that lowers an alert in course says what a second press confirms; an exercise wants none', () => {
  const signals = shows('arancio', 'arancio');
  expect(consequenceOf('giallo', signals, [ARANCIO]).overrides).toBe(
    '2 da arancio a giallo: scavalca l’allerta fino alle 23:59',
  );
  expect(consequenceOf('giallo', signals, [{ ...ARANCIO, drill: true }]).overrides).toBeNull();
  expect(
    consequenceOf('giallo', shows('arancio').with(0, deviceRecord({ id: 7 })), [ARANCIO]).overrides,
  ).toBeNull();
});
