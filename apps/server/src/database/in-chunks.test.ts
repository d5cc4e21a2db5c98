import { expect, test } from 'vitest';
import { inChunks } from './in-chunks.ts';

test('rows come in their order, in chunks of the size asked for', () => {
  expect([...inChunks([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
});

test('no rows make no chunk', () => {
  expect([...inChunks([], 2)]).toEqual([]);
});
