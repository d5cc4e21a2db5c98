import { expect, test } from 'vitest';
import { groupBy } from './group-by.ts';

test('groups and things keep the order of the first and of each', () => {
  const groups = groupBy(['verde', 'rosso', 'viola', 'giallo', 'ruggine'], (word) => word[0]);
  expect([...groups]).toEqual([
    ['v', ['verde', 'viola']],
    ['r', ['rosso', 'ruggine']],
    ['g', ['giallo']],
  ]);
});
