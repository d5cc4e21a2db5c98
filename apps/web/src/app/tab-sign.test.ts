import { expect, test } from 'vitest';
import { iconOf, titleOf } from './tab-sign.ts';

test('the title counts the problems, while there are any', () => {
  expect(titleOf('Sala operativa', { problems: 0 })).toBe('Sala operativa · Semaforo');
  expect(titleOf('Sala operativa', { problems: 3 })).toBe('(3) Sala operativa · Semaforo');
  expect(titleOf('', { problems: 0 })).toBe('Semaforo');
});

test('the title says of which Comune', () => {
  expect(titleOf('Storico', { comune: 'Comune di Valdombra', problems: 0 })).toBe(
    'Storico · Comune di Valdombra · Semaforo',
  );
});

test('so does the icon, up to two digits', () => {
  expect(iconOf(0)).toBe('/favicon.svg');
  expect(decodeURIComponent(iconOf(3))).toContain('>3</text>');
  expect(decodeURIComponent(iconOf(120))).toContain('>99</text>');
});
