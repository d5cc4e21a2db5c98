import { user } from '@semaforo/testing/factories';
import { expect, test } from 'vitest';
import { createKeptDays } from './kept-days.ts';
import type { StoredPlan } from './stored-plan.ts';

const HOUR_MS = 3_600_000;
const NOON = Date.parse('2026-11-22T11:00:00Z');
const plan = (more: Partial<StoredPlan> = {}): StoredPlan => ({
  id: 1,
  author: user({ username: 'mario' }),
  createdAt: 0,
  paused: false,
  activeFrom: 0,
  appointedUntil: 0,
  deleted: false,
  color: 'giallo',
  deviceType: 'semaforo',
  whom: { kind: 'tutti', groupId: null, group: null },
  repeat: 'giorno',
  every: 1,
  days: [],
  dates: [],
  startsOn: '2026-01-01',
  endsOn: null,
  exceptions: [],
  begin: '18:30',
  end: null,
  ...more,
});
const daysOf = (next: readonly { day: string }[]) => next.map(({ day }) => day);

test('the next days of a plan are the same until the first of them begins, then the ones after it', () => {
  const nextOf = createKeptDays(2);
  const first = nextOf(plan(), [], NOON);
  expect(daysOf(first)).toEqual(['2026-11-22', '2026-11-23']);
  expect(nextOf(plan(), [], NOON + 6 * HOUR_MS)).toBe(first);
  expect(daysOf(nextOf(plan(), [], NOON + 7 * HOUR_MS))).toEqual(['2026-11-23', '2026-11-24']);
});

test('a plan that changed, another plan, and a clock that was set back have days of their own', () => {
  const nextOf = createKeptDays(2);
  nextOf(plan(), [], NOON);
  expect(daysOf(nextOf(plan({ exceptions: ['2026-11-22'] }), [], NOON))).toEqual([
    '2026-11-23',
    '2026-11-24',
  ]);
  expect(daysOf(nextOf(plan({ id: 2, repeat: 'date', dates: ['2026-12-25'] }), [], NOON))).toEqual([
    '2026-12-25',
  ]);
  expect(daysOf(nextOf(plan(), [], NOON))).toEqual(['2026-11-22', '2026-11-23']);
  expect(daysOf(nextOf(plan(), [], NOON - 24 * HOUR_MS))).toEqual(['2026-11-21', '2026-11-22']);
});

test('a plan that is over is looked at again once a day', () => {
  const nextOf = createKeptDays(2);
  const over = plan({ endsOn: '2026-11-20' });
  const none = nextOf(over, [], NOON);
  expect(none).toEqual([]);
  expect(nextOf(over, [], NOON + 23 * HOUR_MS)).toBe(none);
  expect(nextOf(over, [], NOON + 25 * HOUR_MS)).not.toBe(none);
});
