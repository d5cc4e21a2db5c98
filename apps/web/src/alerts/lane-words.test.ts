import { expect, test } from 'vitest';
import { wordsBeside } from './lane-words.ts';

test.each([
  ['in a bar that is long enough', [0, 40], null],
  ['after a short one', [10, 15], { left: '15%' }],
  ['after an instant', [50, null], { left: '50%' }],
  ['before a short one at the end of the axis', [95, 100], { right: '5%' }],
] as const)('words stand %s', (_where, [left, right], place) => {
  expect(wordsBeside(left, right)).toEqual(place);
});
