import { expect, test } from 'vitest';
import { type Address, addresses } from './addresses.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

test('what is open to a wall only reads', () => {
  const open = Object.entries<Address>(addresses).filter(([, { forKiosks }]) => forKiosks);
  expect(open.length).toBeGreaterThan(3);
  expect(open.filter(([, { method }]) => method !== 'GET')).toEqual([]);
});

test('a route that takes or answers a table costs as much as that grows', () => {
  const csv = Object.entries<Route>(routes).filter(
    ([, { consumes, produces }]) => (consumes ?? produces)?.type === 'text/csv',
  );
  expect(csv.length).toBeGreaterThan(7);
  expect(csv.filter(([, { cost }]) => cost !== 'growing').map(([name]) => name)).toEqual([]);
});
