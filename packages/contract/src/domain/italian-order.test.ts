import { expect, test } from 'vitest';
import { byItalianOrder } from './italian-order.ts';

test('names sort in Italian order, whatever their case and accents, and numbers in them by their value', () => {
  const names = ['Torre 10', 'città', 'Torre 2', 'Zona', 'argine', 'Città alta', 'Argine'];
  expect(names.toSorted(byItalianOrder)).toEqual([
    'argine',
    'Argine',
    'città',
    'Città alta',
    'Torre 2',
    'Torre 10',
    'Zona',
  ]);
});
