import { expect, test } from 'vitest';
import { createTokenBuckets } from './token-buckets.ts';

test('a bucket gives its burst at once, then as fast as it fills; each key has its own', () => {
  const { take } = createTokenBuckets({ burst: 3, perSecond: 2 });
  expect([take('a', 0), take('a', 0), take('a', 0)]).toEqual([0, 0, 0]);
  expect(take('a', 0)).toBe(500);
  expect(take('b', 0)).toBe(0);
  expect(take('a', 250)).toBe(250);
  expect([take('a', 500), take('a', 500)]).toEqual([0, 500]);
});

test('a dear one takes several, and never more than a bucket holds', () => {
  const { take } = createTokenBuckets({ burst: 10, perSecond: 1 });
  expect([take('a', 0, 6), take('a', 0, 6)]).toEqual([0, 2000]);
  expect(take('b', 0, 100)).toBe(0);
  expect(take('b', 0)).toBe(1000);
});

test('what is full is forgotten, what is not is kept', () => {
  const { take } = createTokenBuckets({ burst: 1, perSecond: 1 });
  for (let key = 0; key < 2000; key += 1) take(`${key}`, 0);
  expect(take('1999', 100)).toBe(900);
  expect(take('1999', 1000)).toBe(0);
});
