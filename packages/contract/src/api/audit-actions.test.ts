import { expect, test } from 'vitest';
import { AUDIT_ACTIONS } from './audit-actions.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

test('every acting route has an action for the audit', () => {
  const acting = Object.entries<Route>(routes).filter(([, { method }]) => method !== 'GET');
  const named = new Set(Object.keys(AUDIT_ACTIONS));
  expect(acting.map(([name]) => name).filter((name) => !named.has(name))).toEqual([]);
});
