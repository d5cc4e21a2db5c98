import { expect, test } from 'vitest';
import type { AuditRecord } from '../database/audit-trail.ts';
import { createRepeatedActs } from './repeated-acts.ts';

const refusal = (change: Partial<AuditRecord> = {}): AuditRecord => ({
  at: 0,
  author: { id: 1, username: 'anna', address: null },
  action: 'devices.create',
  outcome: 'rifiutata',
  code: 'topic-taken',
  ...change,
});

test('of refusals that repeat themselves the first has a row, and the others share one', () => {
  const repeated = createRepeatedActs();
  expect([1, 2, 3].map((at) => repeated.take(refusal({ at })))).toEqual([
    refusal({ at: 1 }),
    undefined,
    undefined,
  ]);
  expect(repeated.close()).toEqual([refusal({ at: 3, times: 2 })]);
  expect(repeated.close()).toEqual([]);
  expect(repeated.take(refusal({ at: 4 }))).toBeDefined();
});

test('another user, action or reason is something else', () => {
  const repeated = createRepeatedActs();
  repeated.take(refusal());
  const others = [
    refusal({ author: { id: 2, username: 'bruno', address: null } }),
    refusal({ action: 'devices.update' }),
    refusal({ code: 'not-found' }),
  ];
  expect(others.map(repeated.take)).toEqual(others);
  expect(repeated.close()).toEqual([]);
});

test('a user who is refused in a hundred ways makes some sixty rows a minute at most, and hides no one else', () => {
  const repeated = createRepeatedActs();
  const ways = Array.from({ length: 100 }, (_, way) => refusal({ code: `way-${way}` }));
  const rows = [...ways, ...ways].flatMap((act) => repeated.take(act) ?? []);
  expect(rows.length + repeated.close().length).toBeLessThan(65);
  expect(repeated.take(refusal({ author: { id: 2, username: 'bruno', address: null } }))).toBeDefined();
});
