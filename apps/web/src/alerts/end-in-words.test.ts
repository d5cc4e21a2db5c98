import type { AlertEndOnSignal } from '@semaforo/contract/api/alerts';
import { expect, test } from 'vitest';
import { endInWords } from './end-in-words.ts';

const signal = (name: string, more: Partial<AlertEndOnSignal>): AlertEndOnSignal => ({
  ...{ deviceId: 1, name, from: 'arancio', to: 'verde', override: null },
  ...more,
});
const manual = signal('Lungofiume', { from: 'rosso', to: null, override: { color: 'rosso', to: 'giallo' } });

test('the end of an alert counts the lamps that change alike, and names what was set by hand', () => {
  const signals = [signal('A', {}), signal('B', {}), signal('C', { to: 'spento' }), manual];
  expect(endInWords(signals, true)).toEqual([
    '2 semafori: arancio → verde',
    'C: arancio → spento',
    'Lungofiume, ROSSO manuale: resta rosso',
  ]);
  expect(endInWords(signals, false)).toContain('Lungofiume: rosso → giallo');
});

test('a signal of which nobody knows what it shows is said so, and one that another alert keeps is left out', () => {
  expect(endInWords([signal('A', { from: null }), signal('B', { to: null })], true)).toEqual([
    'A: non si sa → verde',
  ]);
  expect(endInWords([signal('B', { to: null })], true)).toEqual(['Nessuna lampada cambia']);
});
