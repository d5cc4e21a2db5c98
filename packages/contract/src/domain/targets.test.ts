import { expect, test } from 'vitest';
import { selectsOneWay, targetsOf } from './targets.ts';

test('a request that names no one is for all, else for its devices or its group, never for both', () => {
  expect(targetsOf({})).toEqual({ kind: 'tutti' });
  expect(targetsOf({ deviceIds: [3, 1] })).toEqual({ kind: 'scelti', deviceIds: [3, 1] });
  expect(targetsOf({ groupId: 7 })).toEqual({ kind: 'gruppo', groupId: 7 });
  expect([{}, { deviceIds: [] }, { groupId: 7 }].every(selectsOneWay)).toBe(true);
  expect(selectsOneWay({ deviceIds: [], groupId: 7 })).toBe(false);
});
