import { expect, test } from 'vitest';
import { placeWords } from './lane-words.ts';

const midnights = [25, 56, 87];

test.each([
  ['in a bar that is long enough', [0, 25], 8, 'inside'],
  ['after a short one of the same day', [30, 33], 10, { left: '33%' }],
  ['after an instant', [57, null], 10, { left: '57%' }],
  ['before a short one that ends with its day', [50, 55.9], 12, { right: '50%' }],
  ['before a short one at the end of the axis', [95, 100], 10, { right: '5%' }],
  ['nowhere rather than in tomorrow, where today is almost over', [14, 25], 8, 'mark'],
] as const)('words stand %s', (_where, [left, right], characters, place) => {
  expect(placeWords({ left, right, characters, midnights })).toEqual(place);
});
