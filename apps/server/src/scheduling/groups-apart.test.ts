import { expect, test } from 'vitest';
import { groupsApart } from './groups-apart.ts';

const of = (id: number | null, role: 'admin' | 'user' = 'user') => ({
  author: id === null ? null : { id, username: `u${id}`, role },
});
const idsOf = (claims: Parameters<typeof groupsApart>[0], atMost = 50) =>
  [...groupsApart(claims, atMost)].map((group) => group.map(({ author }) => author?.id ?? null));

test('claims of several Comuni go together, two of one Comune never', () => {
  expect(idsOf([of(1), of(2), of(null), of(1), of(2), of(3)])).toEqual([
    [1, 2, null],
    [1, 2, 3],
  ]);
});

test('what an admin commands goes alone, in its place', () => {
  expect(idsOf([of(1), of(9, 'admin'), of(2), of(9, 'admin'), of(9, 'admin')])).toEqual([
    [1],
    [9],
    [2],
    [9],
    [9],
  ]);
});

test('no group is larger than may share a commit', () => {
  expect(idsOf([of(1), of(2), of(3)], 2)).toEqual([[1, 2], [3]]);
  expect(idsOf([])).toEqual([]);
});
