import { expect, test } from 'vitest';
import { maySee } from './actor.ts';

const user = { id: 7, username: 'valdombra', role: 'user' } as const;
const admin = { id: 1, username: 'admin', role: 'admin' } as const;

test.each([
  ['their own', 7, true],
  ["another's", 8, false],
  ['an unowned', null, false],
])('whether a user may see %s device (owner %s): %s', (_whose, ownerId, sees) => {
  expect(maySee(user, ownerId)).toBe(sees);
});

test.each([1, 7, null])('an admin may see the device of owner %s', (ownerId) => {
  expect(maySee(admin, ownerId)).toBe(true);
});
