import type { LampTest } from '@semaforo/contract/api/lamp-tests';
import { expect, test } from 'vitest';
import { describeFindings, describeFormer, describeStep } from './describe-lamp-test.ts';

const LAMPS = ['verde', 'giallo', 'arancio', 'rosso'] as const;
const tested = (
  change: Partial<LampTest['devices'][number]> = {},
  lamps: readonly (typeof LAMPS)[number][] = LAMPS,
): LampTest['devices'][number] => ({
  deviceId: 1,
  device: 'Diga Vecchia',
  former: 'arancio',
  state: 'rimessa',
  results: lamps.map((lamp) => ({ lamp, state: 'confermato', reason: null })),
  ...change,
});
const testOf = (...devices: LampTest['devices']): LampTest => ({
  id: 1,
  created_at: '2026-11-22T10:00:00.000Z',
  ended_at: null,
  username: 'valdombra',
  device_type: 'semaforo',
  devices,
});

test('a test says at which lamp it is, and to what it goes back', () => {
  const running = testOf(tested({ state: 'in prova' }, ['verde', 'giallo']));
  expect(describeStep(running)).toBe('Prova lampade, 2/4');
  expect(describeFormer(running)).toBe('Poi torna a ciò che mostrava: arancio.');
  expect(describeFormer(testOf(tested(), tested()))).toBe('Poi ognuno torna a ciò che mostrava.');
});

test('what did not answer is named, and so is what did not go back', () => {
  const results = tested().results.map((one) =>
    one.lamp === 'rosso' ? { ...one, state: 'scaduto' as const } : one,
  );
  expect(describeFindings(testOf(tested({ results })))).toEqual({
    good: false,
    sentences: ['Diga Vecchia: rosso non ha risposto'],
  });
  expect(describeFindings(testOf(tested({ state: 'non rimessa' }))).sentences).toEqual([
    'Diga Vecchia: non ha confermato di essere tornato a arancio',
  ]);
  expect(describeFindings(testOf(tested({ state: 'interrotta' }))).sentences).toEqual([
    'Diga Vecchia: prova interrotta da un altro comando, che vale',
  ]);
});

test('a good end is said as one, and a stopped test does not say that all lamps answered', () => {
  expect(describeFindings(testOf(tested())).sentences[0]).toMatch(/^Tutte le lampade hanno risposto/);
  expect(describeFindings(testOf(tested({}, ['verde']))).sentences[0]).toMatch(/^Prova fermata/);
});
