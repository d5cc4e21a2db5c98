import { expect, test } from 'vitest';
import { type Address, addresses } from './addresses.ts';

test('what is open to a wall only reads', () => {
  const open = Object.entries<Address>(addresses).filter(([, { forWalls }]) => forWalls);
  expect(open.length).toBeGreaterThan(3);
  expect(open.filter(([, { method }]) => method !== 'GET')).toEqual([]);
});
