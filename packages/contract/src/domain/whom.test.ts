import { expect, test } from 'vitest';
import { namesOneWhom, whomOf } from './whom.ts';

test('a request that names no one is for all, else for its devices or its group, never for both', () => {
  expect(whomOf({})).toEqual({ kind: 'tutti' });
  expect(whomOf({ deviceIds: [3, 1] })).toEqual({ kind: 'scelti', deviceIds: [3, 1] });
  expect(whomOf({ groupId: 7 })).toEqual({ kind: 'gruppo', groupId: 7 });
  expect([{}, { deviceIds: [] }, { groupId: 7 }].every(namesOneWhom)).toBe(true);
  expect(namesOneWhom({ deviceIds: [], groupId: 7 })).toBe(false);
});
