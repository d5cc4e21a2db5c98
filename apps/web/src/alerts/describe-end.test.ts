import type { AlertEndOnSignal } from '@semaforo/contract/api/alerts';
import { expect, test } from 'vitest';
import { describeEnd } from './describe-end.ts';

const signal = (name: string, more: Partial<AlertEndOnSignal>): AlertEndOnSignal => ({
  ...{ deviceId: 1, name, from: 'arancio', to: 'verde', override: null, verde: 'verde' },
  ...more,
});
const manual = signal('Lungofiume', { from: 'rosso', to: null, override: { color: 'rosso', to: 'giallo' } });

test('the end of an alert counts the lamps that change alike, and names what was set by hand', () => {
  const signals = [signal('A', {}), signal('B', {}), signal('C', { to: 'spento' }), manual];
  expect(describeEnd(signals, true)).toEqual([
    '2 semafori: arancio → verde',
    'C: arancio → spento',
    'Lungofiume, ROSSO manuale: resta rosso',
  ]);
  expect(describeEnd(signals, false)).toContain('Lungofiume: rosso → giallo');
});

test('signals that keep the same color set by hand are in one line, and one that shows its color already stays', () => {
  const another = { ...manual, name: 'Argine' };
  const third = signal('Diga', { to: null, override: { color: 'giallo', to: 'verde' } });
  expect(describeEnd([signal('A', { from: 'verde' }), manual, another, third], true)).toEqual([
    'A: già verde',
    'Lungofiume, Argine, ROSSO manuale: restano rosso',
    'Diga, GIALLO manuale: resta giallo',
  ]);
});

test('a signal of which nobody knows what it shows is said so, and one that another alert keeps is left out', () => {
  expect(describeEnd([signal('A', { from: null }), signal('B', { to: null })], true)).toEqual([
    'A: non si sa → verde',
  ]);
  expect(describeEnd([signal('B', { to: null })], true)).toEqual(['Nessuna lampada cambia']);
});
