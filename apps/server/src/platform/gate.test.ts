import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createGate } from './gate.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const createSmallGate = () => createGate({ atOnce: 2, waitingAtMost: 2, waitMs: 1000 });

test('a gate lets two in at once for each key, and others as they leave, in their order', async () => {
  const gate = createSmallGate();
  const first = await gate.enter('mario');
  await gate.enter('mario');
  const order: string[] = [];
  const third = gate.enter('mario').then((leave) => leave && order.push('third'));
  const fourth = gate.enter('mario').then((leave) => leave && order.push('fourth'));
  expect(await gate.enter('vera')).toBeDefined();
  expect(order).toEqual([]);
  first?.();
  first?.();
  await third;
  expect(order).toEqual(['third']);
  await vi.advanceTimersByTimeAsync(1000);
  await fourth;
  expect(order).toEqual(['third']);
});

test('a gate turns away who comes when too many wait, and who has waited too long', async () => {
  const gate = createSmallGate();
  const leave = [await gate.enter('mario'), await gate.enter('mario')];
  const waiting = [gate.enter('mario'), gate.enter('mario')];
  expect(await gate.enter('mario')).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1000);
  expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
  for (const one of leave) one?.();
  expect(await gate.enter('mario')).toBeDefined();
});
