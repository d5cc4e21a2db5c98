import { expect, test } from 'vitest';
import { createWakeWheel } from './wake-wheel.ts';

test('of many that are due some are taken at a time, each once, and none before its time', () => {
  const wheel = createWakeWheel();
  for (let id = 1; id <= 450; id += 1) wheel.wakeAt(id, 1000);
  wheel.wakeAt(451, 1001);
  wheel.wakeAt(452, null);
  expect(wheel.take(999, 200)).toEqual([]);
  const taken = [1, 2, 3, 4].map(() => wheel.take(1000, 200));
  expect(taken.map(({ length }) => length)).toEqual([200, 200, 50, 0]);
  expect(new Set(taken.flat()).size).toBe(450);
  expect(wheel.take(1250, 200)).toEqual([451]);
});

test('an earlier time counts at once, a later one once the earlier is over, and one that is forgotten never', () => {
  const wheel = createWakeWheel();
  wheel.wakeAt(1, 5000);
  wheel.wakeAt(1, 1000);
  wheel.wakeAt(1, 9000);
  wheel.wakeAt(2, 1000);
  wheel.forget(2);
  expect(wheel.take(1000, 10)).toEqual([1]);
  wheel.wakeAt(1, 9000);
  expect([wheel.take(8999, 10), wheel.take(9000, 10)]).toEqual([[], [1]]);
});
