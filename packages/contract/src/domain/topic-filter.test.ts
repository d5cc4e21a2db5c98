import { expect, test } from 'vitest';
import { coversFilter, overlaps } from './topic-filter.ts';

test.each([
  ['a/b', 'a/b', true],
  ['a/b', 'a/c', false],
  ['a/+', 'a/b', true],
  ['a/+', 'a/+', true],
  ['a/b', 'a/+', false],
  ['a/+', 'a/b/c', false],
  ['a/+', 'a', false],
  ['+/+/command', 'switch/rosso/command', true],
  ['+/+/command', 'switch/+/command', true],
  ['a/+', 'a/#', false],
  ['a/#', 'a', true],
  ['a/#', 'a/b/c', true],
  ['a/#', 'a/+', true],
  ['a/#', 'a/#', true],
  ['a/#', '#', false],
  ['a/#', 'ab', false],
])('%s covers %s: %s', (filter, other, covers) => {
  expect(coversFilter(filter, other)).toBe(covers);
});

test.each([
  ['a/b', 'a/b', true],
  ['a/b', 'a/c', false],
  ['a/+', '+/b', true],
  ['a/+', 'b/+', false],
  ['a/+', 'a/b/c', false],
  ['a/+/c', 'a/#', true],
  ['a', 'a/#', true],
  ['a/b', '#', true],
  ['a/b', 'b/#', false],
])('%s and %s match a common topic: %s', (one, other, overlap) => {
  expect(overlaps(one, other)).toBe(overlap);
  expect(overlaps(other, one)).toBe(overlap);
});
