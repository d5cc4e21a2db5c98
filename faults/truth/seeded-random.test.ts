import { expect, test } from 'vitest';
import { createSeededRandom } from './seeded-random.ts';

const draw = (...seed: (string | number)[]) => {
  const random = createSeededRandom(...seed);
  return Array.from({ length: 50 }, () => random.between(1, 6));
};

test('the same seed gives the same numbers, another one others', () => {
  expect(draw(7, 1)).toEqual(draw(7, 1));
  expect(draw(7, 1)).not.toEqual(draw(7, 2));
  expect(draw(7, 1)).not.toEqual(draw(8, 1));
});

test('whole numbers reach both ends and nothing beyond', () => {
  expect(new Set(draw('dice'))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
});

test('a choice from nothing is an error', () => {
  expect(() => createSeededRandom(1).pick([])).toThrow('nothing to choose from');
});
